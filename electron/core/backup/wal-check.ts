import { closeSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import { sizeOf } from './durable-files.ts';

/*
 * SQLite reads its log (`-wal`) up to the first invalid frame and silently ignores the rest. After a power
 * loss, this is correct: with `synchronous=FULL`, only the last transaction can be incomplete, and it was not
 * acknowledged. If two commits follow the first invalid frame, however, at least one of them was
 * acknowledged, and ignoring it would lose data. The log then counts as damaged. Format:
 * https://www.sqlite.org/fileformat2.html#walformat
 *
 * If a log was truncated after a complete frame, the log itself does not show the loss. Only the log's index
 * (`-shm`) still shows how many frames were committed. SQLite updates the index only after it has written a
 * commit to the disk, so the log must have at least as many frames as the index counts. Format:
 * https://www.sqlite.org/walformat.html#the_wal_index_file_format
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

/** The content of a log up to its last valid commit. */
interface LogContent {
  /** Whether the log contains acknowledged commits that SQLite will not read. */
  readonly isDamaged: boolean;
  /**
   * The salts in the log's header; null if the header is invalid. SQLite changes the salts each time it
   * restarts the log.
   */
  readonly salts: Sums | null;
  /** The number of frames up to the last valid commit. */
  readonly committedFrames: number;
  /** The number of pages in the database after the last valid commit; null if there is no commit. */
  readonly pageCount: number | null;
  /** For each page number, the offset in the log at which the page's newest committed content begins. */
  readonly pages: ReadonlyMap<number, number>;
}

/** Reads a log without changing it. Returns null if the log is missing or too short to contain a frame. */
export function readLog(logFile: string, pageBytes: number): LogContent | null {
  const size = sizeOf(logFile) ?? 0;
  if (size < HEADER_BYTES + FRAME_HEADER_BYTES) return null;
  const descriptor = openSync(logFile, 'r');
  try {
    return scan(descriptor, size, pageBytes);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Returns whether the log contains acknowledged commits that SQLite will not read. False for a missing log.
 */
export const isLogDamaged = (logFile: string, pageBytes: number): boolean =>
  readLog(logFile, pageBytes)?.isDamaged ?? false;

function scan(descriptor: number, size: number, pageBytes: number): LogContent {
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
  // SQLite writes the header before any frame. A commit after an invalid header therefore cannot result from
  // a power loss and means that data was lost; the salts of the first frame then identify the frames of this
  // log.
  let salts = isHeaderWhole ? pairAt(header, 16) : null;
  let before: Sums | null = isHeaderWhole ? headerSums : null;
  let broken = !isHeaderWhole;
  let commitsBehind = 0;
  const committed = createCommitted();
  for (let at = HEADER_BYTES; at + frame.length <= size; at += frame.length) {
    readSync(descriptor, frame, 0, frame.length, at);
    const isOfThisLog = salts === null || same(pairAt(frame, 8), salts);
    salts ??= pairAt(frame, 8);
    const stored = pairAt(frame, 16);
    const sums: Sums | null = before === null ? null : frameSums(frame, pageBytes, before, bigEndian);
    broken ||= !isOfThisLog || sums === null || !same(sums, stored);
    if (broken && isOfThisLog && frame.readUInt32BE(4) !== 0) commitsBehind += 1;
    if (!broken) committed.add(frame.readUInt32BE(0), at + FRAME_HEADER_BYTES, frame.readUInt32BE(4));
    before = stored;
  }
  return {
    isDamaged: commitsBehind > (isHeaderWhole ? 1 : 0),
    salts: isHeaderWhole ? salts : null,
    ...committed.content(),
  };
}

/** Collects the frames up to the last commit. Frames after the last commit are ignored. */
function createCommitted(): {
  add(page: number, offset: number, pageCountAtCommit: number): void;
  content(): Pick<LogContent, 'committedFrames' | 'pageCount' | 'pages'>;
} {
  const pages = new Map<number, number>();
  let pending: (readonly [number, number])[] = [];
  let [frames, committedFrames, pageCount] = [0, 0, 0];
  return {
    add: (page, offset, pageCountAtCommit) => {
      frames += 1;
      pending.push([page, offset]);
      if (pageCountAtCommit === 0) return;
      for (const [number, at] of pending) pages.set(number, at);
      pending = [];
      committedFrames = frames;
      pageCount = pageCountAtCommit;
    },
    content: () => ({ committedFrames, pageCount: committedFrames === 0 ? null : pageCount, pages }),
  };
}

const frameSums = (frame: Buffer, pageBytes: number, before: Sums, bigEndian: boolean): Sums =>
  sumOver(frame, FRAME_HEADER_BYTES, pageBytes, sumOver(frame, 0, 8, before, bigEndian), bigEndian);

/** The fields of the log's index that this module needs. */
interface LogIndex {
  readonly committedFrames: number;
  /** The number of frames that a checkpoint has copied to the database. */
  readonly checkpointedFrames: number;
  readonly salts: Sums;
}

const INDEX_HEADER_BYTES = 48;
const INDEX_BYTES = 2 * INDEX_HEADER_BYTES + 4;

/**
 * Reads the index of the WAL. The numbers in the index are in this machine's byte order. Returns null if the
 * index is missing or invalid.
 */
function readIndex(indexFile: string): LogIndex | null {
  if ((sizeOf(indexFile) ?? 0) < INDEX_BYTES) return null;
  const bytes = Buffer.alloc(INDEX_BYTES);
  const descriptor = openSync(indexFile, 'r');
  try {
    readSync(descriptor, bytes, 0, INDEX_BYTES, 0);
  } finally {
    closeSync(descriptor);
  }
  const bigEndian = endianness() === 'BE';
  const numberAt = (at: number): number => (bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  const header = bytes.subarray(0, INDEX_HEADER_BYTES);
  const isWhole =
    header.equals(bytes.subarray(INDEX_HEADER_BYTES, 2 * INDEX_HEADER_BYTES)) &&
    same(sumOver(bytes, 0, 40, { a: 0, b: 0 }, bigEndian), { a: numberAt(40), b: numberAt(44) }) &&
    bytes[12] === 1;
  if (!isWhole) return null;
  // SQLite copies the salts from the log byte by byte, so they keep the byte order of the log.
  return {
    committedFrames: numberAt(16),
    checkpointedFrames: numberAt(2 * INDEX_HEADER_BYTES),
    salts: pairAt(bytes, 32),
  };
}

/**
 * Returns whether the log's index counts acknowledged commits that are missing from the log. Returns false if
 * there is no index, because SQLite deletes it on a normal close and a power loss may destroy it. The result
 * is reliable only for files that are always written with `synchronous=FULL`.
 */
export function lacksAcknowledgedCommits(file: string, pageBytes: number): boolean {
  const index = readIndex(`${file}-shm`);
  if (index === null || index.committedFrames === 0) return false;
  const log = readLog(`${file}-wal`, pageBytes);
  if (log === null || log.salts === null) return index.checkpointedFrames < index.committedFrames;
  // After a power loss, the index may describe an earlier log. The salts then differ.
  return same(log.salts, index.salts) && log.committedFrames < index.committedFrames;
}
