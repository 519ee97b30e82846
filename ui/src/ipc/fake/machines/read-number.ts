/** Reads a number as people of these countries write it: `4 163`, `4163,5`, `1.234,5`, `1,234.5`, `14,2 h`. Pure. */

/** Nothing where the text is no number. A unit after it is allowed when it is the column's own. */
export function readNumber(text: string, commaDecimals: boolean, unit?: string): number | undefined {
  let typed = text.replaceAll(/[\s\u00a0\u202f\u2009'’]/g, "").replaceAll("\u2212", "-");
  if (unit !== undefined && typed.toLowerCase().endsWith(unit.toLowerCase())) typed = typed.slice(0, -unit.length);
  if (!/^-?[\d.,]+$/.test(typed) || !/\d/.test(typed)) return undefined;
  const plain = withPoint(typed, commaDecimals);
  return plain === undefined || !/^-?\d*\.?\d*$/.test(plain) ? undefined : Number(plain);
}

function withPoint(typed: string, commaDecimals: boolean): string | undefined {
  const comma = typed.lastIndexOf(",");
  const point = typed.lastIndexOf(".");
  if (comma < 0 && point < 0) return typed;
  // Both: the last one is the decimal sign, the other one groups.
  if (comma >= 0 && point >= 0) {
    const [decimal, group] = comma > point ? [",", "."] : [".", ","];
    const [whole = "", rest = "", ...more] = typed.split(decimal);
    return more.length > 0 || !grouped(whole, group) ? undefined : `${whole.replaceAll(group, "")}.${rest}`;
  }
  const sign = comma >= 0 ? "," : ".";
  const count = typed.split(sign).length - 1;
  if (count > 1) return grouped(typed, sign) ? typed.replaceAll(sign, "") : undefined;
  // One sign and three digits after it could be either: the computer's region decides.
  const own = commaDecimals ? "," : ".";
  if (sign !== own && grouped(typed, sign)) return typed.replace(sign, "");
  return typed.replace(sign, ".");
}

function grouped(text: string, sign: string): boolean {
  const [first = "", ...rest] = text.replace("-", "").split(sign);
  return /^\d{1,3}$/.test(first) && rest.every((part) => /^\d{3}$/.test(part));
}
