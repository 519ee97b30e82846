/** A workbook as a person edits it: other texts in cells, everything else as it was. */

import { crc32, inflateRawSync } from "node:zlib";

type Part = { name: Buffer; content: Buffer };

/** The parts of a ZIP file, by its list at the end. */
function partsOf(zip: Buffer): Part[] {
  const end = zip.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  const parts: Part[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const packed = zip.readUInt16LE(at + 10) !== 0;
    const [size, nameSize] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(begin, begin + size);
    parts.push({
      name: zip.subarray(at + 46, at + 46 + nameSize),
      content: packed ? inflateRawSync(content) : content,
    });
    at += 46 + nameSize + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return parts;
}

/** A ZIP file of parts, not compressed. */
function zipOf(parts: Part[]): Buffer {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let place = 0;
  for (const { name, content } of parts) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(place, 10);
    files.push(Buffer.from("PK\u0003\u0004"), facts, name, content);
    list.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), facts, entry, name);
    place += 30 + name.length + content.length;
  }
  const size = list.reduce((sum, each) => sum + each.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(place, 12);
  return Buffer.concat([...files, ...list, Buffer.from("PK\u0005\u0006"), end]);
}

/** The workbook with other values in the cells of its first sheet, by what is in them. */
export function edited(workbook: Buffer, cells: Record<string, string>): Uint8Array {
  const parts = partsOf(workbook).map((part) => {
    if (part.name.toString() !== "xl/worksheets/sheet1.xml") return part;
    let xml = part.content.toString();
    for (const [old, now] of Object.entries(cells)) {
      if (!xml.includes(`>${old}<`)) throw new Error(`No cell holds ${old}.`);
      xml = xml.replaceAll(`>${old}<`, `>${now}<`);
    }
    return { name: part.name, content: Buffer.from(xml) };
  });
  return new Uint8Array(zipOf(parts));
}
