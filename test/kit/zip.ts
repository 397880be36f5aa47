import { crc32, deflateRawSync } from "node:zlib";

/** A zip archive of files by their name. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const fileName = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(fileName.length, 22);
    parts.push(Buffer.from("PK\u0003\u0004", "latin1"), facts, fileName, packed);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(offset, 12);
    // The head of an entry: the maker's version, then what stands before the file too.
    directory.push(Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"), facts, entry.subarray(2), fileName);
    offset += 30 + fileName.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from("PK\u0005\u0006", "latin1"), end]);
}
