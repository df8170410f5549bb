import { closeSync, openSync, readSync } from 'node:fs';
import { sizeOf } from './durable-files.ts';

/*
 * SQLite reads its log (`-wal`) up to the first invalid frame and silently ignores the rest. That is correct
 * after a power loss: with `synchronous=FULL`, only the last, unacknowledged transaction can be torn. If two
 * commits follow the first invalid frame, an acknowledged commit would be lost, so the log is damaged.
 * Format: https://www.sqlite.org/fileformat2.html#walformat
 */

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

interface Sums {
  readonly a: number;
  readonly b: number;
}

/** Continues SQLite's running checksum over pairs of 32-bit words. */
function sumOver(bytes: Buffer, from: number, length: number, start: Sums, bigEndian: boolean): Sums {
  let { a, b } = start;
  for (let at = from; at < from + length; at += 8) {
    a = (a + (bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0;
    b = (b + (bigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0;
  }
  return { a, b };
}

const same = (left: Sums, right: Sums): boolean => left.a === right.a && left.b === right.b;
const pairAt = (bytes: Buffer, at: number): Sums => ({
  a: bytes.readUInt32BE(at),
  b: bytes.readUInt32BE(at + 4),
});

/**
 * Returns whether the log contains acknowledged commits that SQLite will not read. False for a missing log.
 */
export function isLogDamaged(logFile: string, pageBytes: number): boolean {
  const size = sizeOf(logFile) ?? 0;
  if (size < HEADER_BYTES + FRAME_HEADER_BYTES) return false;
  const descriptor = openSync(logFile, 'r');
  try {
    return scan(descriptor, size, pageBytes);
  } finally {
    closeSync(descriptor);
  }
}

function scan(descriptor: number, size: number, pageBytes: number): boolean {
  const header = Buffer.alloc(HEADER_BYTES);
  readSync(descriptor, header, 0, HEADER_BYTES, 0);
  const magic = header.readUInt32BE(0);
  const bigEndian = magic === MAGIC + 1;
  const headerSums = pairAt(header, 24);
  const isHeaderWhole =
    (magic === MAGIC || bigEndian) &&
    same(sumOver(header, 0, 24, { a: 0, b: 0 }, bigEndian), headerSums) &&
    header.readUInt32BE(8) === pageBytes;
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + pageBytes);
  // Without a valid header, the salts of the first frame identify this log's frames. SQLite writes the header
  // before any frame, so even a single commit after an invalid header means lost data.
  let salts = isHeaderWhole ? pairAt(header, 16) : null;
  let before: Sums | null = isHeaderWhole ? headerSums : null;
  let broken = !isHeaderWhole;
  let commitsBehind = 0;
  for (let at = HEADER_BYTES; at + frame.length <= size; at += frame.length) {
    readSync(descriptor, frame, 0, frame.length, at);
    const isOfThisLog = salts === null || same(pairAt(frame, 8), salts);
    salts ??= pairAt(frame, 8);
    const stored = pairAt(frame, 16);
    const sums: Sums | null = before === null ? null : frameSums(frame, pageBytes, before, bigEndian);
    broken ||= !isOfThisLog || sums === null || !same(sums, stored);
    if (broken && isOfThisLog && frame.readUInt32BE(4) !== 0) commitsBehind += 1;
    before = stored;
  }
  return commitsBehind > (isHeaderWhole ? 1 : 0);
}

const frameSums = (frame: Buffer, pageBytes: number, before: Sums, bigEndian: boolean): Sums =>
  sumOver(frame, FRAME_HEADER_BYTES, pageBytes, sumOver(frame, 0, 8, before, bigEndian), bigEndian);
