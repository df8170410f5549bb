import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { smallPng } from '../support/small-png.ts';

/** A PNG of whole colours as Chromium would write it, with this filter on every row. */
function png(width: number, colours: readonly number[], filter: 0 | 1 | 2): Buffer {
  const bytes = (colour: number): number[] => [colour >> 16, (colour >> 8) & 255, colour & 255];
  const rows: number[] = [];
  for (let at = 0; at < colours.length; at += width) {
    rows.push(filter);
    const line = colours.slice(at, at + width).flatMap(bytes);
    const above = colours.slice(at - width, at).flatMap(bytes);
    for (const [index, value] of line.entries()) {
      const before = filter === 1 ? (line[index - 3] ?? 0) : filter === 2 ? (above[index] ?? 0) : 0;
      rows.push((value - before) & 255);
    }
  }
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
    ends[0].writeUInt32BE(data.length);
    ends[1].writeUInt32BE(crc32(body));
    return Buffer.concat([ends[0], body, ends[1]]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(colours.length / width, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const body = deflateSync(Buffer.from(rows));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('the same picture, whatever filter its rows were written with', () => {
  const colours = [0xffffff, 0x4a4fd0, 0x1b1b18, 0xffffff, 0x4a4fd0, 0x4a4fd0, 0xb3261e, 0xffffff];
  const small = smallPng(png(4, colours, 0));
  expect(smallPng(png(4, colours, 1))).toEqual(small);
  expect(smallPng(png(4, colours, 2))).toEqual(small);
  // Read again as a picture of a palette: the colours are the very ones.
  expect(small.includes(Buffer.from([0x4a, 0x4f, 0xd0]))).toBe(true);
  expect(small.includes(Buffer.from([0xb3, 0x26, 0x1e]))).toBe(true);
});

test('of more colours than a palette holds, each pixel takes one of those that most have', () => {
  const colours = Array.from({ length: 4_096 }, (_, at) => at * 4_096);
  const small = smallPng(png(64, colours, 0));
  expect(small.length).toBeLessThan(png(64, colours, 0).length + 1_000);
  const table = small.indexOf('PLTE');
  expect(small.readUInt32BE(table - 4)).toBe(3 * 256);
});

test('what is no PNG is refused', () => {
  expect(() => smallPng(Buffer.from('GIF89a, or anything else'))).toThrow('not a PNG');
});
