import { crc32, deflateSync, inflateSync } from 'node:zlib';

/*
 * Reduces a screenshot to 256 colours, so its file in the repository is about a third of the size. Reads
 * PNG files as Chromium writes them: eight bits per channel, not interlaced.
 */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel packed into one number. */
  readonly colours: Uint32Array;
}

export function smallPng(png: Buffer): Buffer {
  const { width, height, colours } = readPixels(png);
  const palette = paletteOf(colours);
  const indexOf = new Map(palette.map((colour, index) => [colour, index]));
  // One byte per pixel; each row starts with filter type 0 (none).
  const rows = Buffer.alloc(height * (width + 1));
  for (let at = 0; at < colours.length; at += 1) {
    const colour = colours[at] ?? 0;
    let index = indexOf.get(colour);
    if (index === undefined) {
      index = nearest(palette, colour);
      indexOf.set(colour, index);
    }
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns the 256 most frequent colours. Nearly identical shades count as one colour. */
function paletteOf(colours: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const groups = new Map<number, { colour: number; most: number; count: number }>();
  for (const [colour, count] of counts) {
    const key = colour & 0xf8f8f8;
    const group = groups.get(key);
    if (!group) groups.set(key, { colour, most: count, count });
    else {
      group.count += count;
      if (count > group.most) Object.assign(group, { colour, most: count });
    }
  }
  const wanted = [...groups.values()].sort((a, b) => b.count - a.count);
  return wanted.slice(0, COLOURS).map(({ colour }) => colour);
}

function nearest(palette: readonly number[], colour: number): number {
  let [best, least] = [0, Infinity];
  for (const [index, other] of palette.entries()) {
    const [red, green, blue] = [16, 8, 0].map(
      (shift) => ((colour >> shift) & 255) - ((other >> shift) & 255),
    );
    const distance = (red ?? 0) ** 2 + (green ?? 0) ** 2 + (blue ?? 0) ** 2;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

/** Returns the pixels of a screenshot, row by row. */
export function readPixels(png: Buffer): Pixels {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('not a PNG');
  const data: Buffer[] = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3];
      if (body[8] !== 8 || body[12] !== 0) throw new Error('not the PNG of a screenshot');
    } else if (type === 'IDAT') data.push(body);
    at += length + 12;
  }
  return {
    width,
    height,
    colours: unfiltered(inflateSync(Buffer.concat(data)), { width, height, channels }),
  };
}

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Reverses the filter of each row (PNG specification, second edition, 9.2). */
function unfiltered(raw: Buffer, { width, height, channels }: Shape): Uint32Array {
  const stride = width * channels;
  const colours = new Uint32Array(width * height);
  let above = Buffer.alloc(stride);
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)] ?? 0;
    const line = Buffer.from(raw.subarray(row * (stride + 1) + 1, (row + 1) * (stride + 1)));
    for (let at = 0; at < stride; at += 1) {
      const left = line[at - channels] ?? 0;
      const corner = at < channels ? 0 : (above[at - channels] ?? 0);
      line[at] = (line[at] ?? 0) + predicted(filter, at < channels ? 0 : left, above[at] ?? 0, corner);
    }
    for (let pixel = 0; pixel < width; pixel += 1) {
      const [red, green, blue] = [0, 1, 2].map((channel) => line[pixel * channels + channel] ?? 0);
      colours[row * width + pixel] = ((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0);
    }
    above = line;
  }
  return colours;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return Math.floor((left + up) / 2);
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value));
  if ((toLeft ?? 0) <= (toUp ?? 0) && (toLeft ?? 0) <= (toCorner ?? 0)) return left;
  return (toUp ?? 0) <= (toCorner ?? 0) ? up : corner;
}
