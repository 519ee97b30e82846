/** The text form of a rectangle, as spreadsheet programs put it on the clipboard: tabs, lines, quotes where needed. Pure. */

export function writeTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoted).join("\t")).join("\n");
}

function quoted(cell: string): string {
  return /[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Lines may end as they like; the empty line that spreadsheets put last is no row. */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quotes = false;
  let at = 0;
  const endCell = () => {
    row.push(cell);
    cell = "";
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (; at < text.length; at += 1) {
    const sign = text[at];
    if (quotes) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quotes = false;
    } else if (sign === '"' && cell === "" && closes(text, at)) quotes = true;
    else if (sign === "\t") endCell();
    else if (sign === "\n") endRow();
    else if (sign === "\r") {
      if (text[at + 1] !== "\n") endRow();
    } else cell += sign;
  }
  if (cell !== "" || row.length > 0) endRow();
  return rows;
}

/** A quote that opens a cell and never closes it is a sign like any other: `12" pipe`. */
function closes(text: string, from: number): boolean {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return text[at + 1] === undefined || /[\t\r\n]/.test(text[at + 1] ?? "");
  }
  return false;
}
