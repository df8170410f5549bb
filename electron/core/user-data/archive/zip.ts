import { createHash } from 'node:crypto';
import { Unzip, UnzipInflate, UnzipPassThrough, zipSync } from 'fflate';
import { z } from 'zod';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { ARCHIVE_REFUSALS } from '../../../../shared/model/archive/archive-values.ts';
import { isDeeperThan } from '../../foundation/json-depth.ts';
import type { RunInThread } from '../../ports.ts';
import {
  DATA_FILES,
  DEPTH_MAX,
  FORMAT_VERSION,
  INFLATED_MAX,
  MANIFEST,
  manifestSchema,
  type Manifest,
} from './format.ts';

/*
 * Computes checksums, and zips and unzips archives. Runs in a separate thread, because zipping or unzipping
 * an archive would block the event loop.
 */

export type Origin = Pick<Manifest, 'appVersion' | 'createdAtMs' | 'computer' | 'workspace'>;

/** A file of an archive, in parts. */
export interface DataFile {
  readonly name: string;
  readonly items: number;
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

export interface Unzipped {
  readonly manifest: Manifest;
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

export function zipFiles(data: readonly DataFile[], origin: Origin): Uint8Array<ArrayBuffer> {
  const files = data.map(({ name, items, parts }) => ({ name, items, bytes: joined(parts) }));
  const manifest: Manifest = {
    format: 'roundwatch-archive',
    version: FORMAT_VERSION,
    ...origin,
    files: files.map(({ name, items, bytes }) => ({
      name,
      sha256: sha256(bytes),
      bytes: bytes.length,
      items,
    })),
  };
  // The manifest comes first, so a reader gets the list of the other files before inflating them.
  return zipSync(
    {
      [MANIFEST]: Buffer.from(JSON.stringify(manifest, null, 2)),
      ...Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])),
    },
    { level: 1, mtime: new Date(origin.createdAtMs) },
  );
}

/**
 * Unzips an archive and checks the sizes and checksums of its files. The file may come from anywhere.
 * @throws AppFailure `archive`
 */
export function unzipFiles(zip: Uint8Array, inflatedMax = INFLATED_MAX): Unzipped {
  const files = inflateAll(zip, inflatedMax);
  const manifest = readManifest(files.get(MANIFEST));
  files.delete(MANIFEST);
  const listed = new Map(manifest.files.map((file) => [file.name, file]));
  if (listed.size !== manifest.files.length || files.size !== listed.size) throw refuse('damaged');
  for (const [name, listing] of listed) {
    const file = files.get(name);
    if (file === undefined || file.length !== listing.bytes) throw refuse('damaged');
    if (sha256(file) !== listing.sha256) throw refuse('damaged');
  }
  return { manifest, files };
}

type Refusal = (typeof ARCHIVE_REFUSALS)[number];
export const refuse = (reason: Refusal): AppFailure => new AppFailure({ kind: 'archive', reason });

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Joins the parts in a new buffer, which can be transferred to another thread. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function readManifest(file: Uint8Array | undefined): Manifest {
  if (file === undefined) throw refuse('not-an-archive');
  const value = parseManifest(file);
  const format = z.object({ format: z.literal('roundwatch-archive'), version: z.int() }).safeParse(value);
  if (!format.success) throw refuse('not-an-archive');
  if (format.data.version > FORMAT_VERSION) throw refuse('newer-version');
  const manifest = manifestSchema.safeParse(value);
  if (!manifest.success) throw refuse('damaged');
  return manifest.data;
}

function parseManifest(file: Uint8Array): unknown {
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(file);
    if (!isDeeperThan(DEPTH_MAX, json)) return JSON.parse(json);
  } catch {
    // Not text, or not JSON.
  }
  throw refuse('damaged');
}

/**
 * Size of the slices that are inflated at once. Because the slices are small, the size limit stops a zip bomb
 * early.
 */
const SLICE_BYTES = 16_384;

/** Inflates all files. The sizes in the zip file's headers are not trusted. */
function inflateAll(zip: Uint8Array, inflatedMax: number): Map<string, Uint8Array<ArrayBuffer>> {
  if (zip[0] !== 0x50 || zip[1] !== 0x4b) throw refuse('not-an-archive');
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const started = new Set<string>();
  let inflated = 0;
  const unzip = new Unzip((file) => {
    if (!(file.name === MANIFEST || DATA_FILES.includes(file.name))) throw refuse('newer-version');
    if (started.has(file.name)) throw refuse('damaged');
    started.add(file.name);
    const parts: Uint8Array[] = [];
    file.ondata = (error, part, isLast) => {
      // The library also calls this callback with errors that the callback itself has thrown.
      if (error !== null) throw error instanceof AppFailure ? error : refuse('damaged');
      inflated += part.length;
      if (inflated > inflatedMax) throw refuse('too-large');
      parts.push(part);
      if (isLast) files.set(file.name, joined(parts));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  try {
    for (let at = 0; at < zip.length; at += SLICE_BYTES)
      unzip.push(zip.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= zip.length);
  } catch (error) {
    throw error instanceof AppFailure ? error : refuse('damaged');
  }
  if (started.size === 0) throw refuse('not-an-archive');
  if (files.size !== started.size) throw refuse('damaged');
  return files;
}

const bytesSchema = z.instanceof(Uint8Array<ArrayBuffer>);
const jobSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('zip'),
    data: z.array(z.object({ name: z.string(), items: z.int(), parts: z.array(bytesSchema) })),
    origin: manifestSchema.omit({ format: true, version: true, files: true }),
  }),
  z.object({
    kind: z.literal('unzip'),
    zip: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  }),
]);
const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('zipped'), zip: bytesSchema }),
  z.object({
    kind: z.literal('unzipped'),
    manifest: manifestSchema,
    files: z.map(z.string(), bytesSchema),
  }),
  z.object({ kind: z.literal('refused'), reason: z.enum(ARCHIVE_REFUSALS) }),
]);
type Outcome = z.infer<typeof outcomeSchema>;

/** Runs a job of `createZip` in the thread. Returns its result and the buffers to transfer with it. */
export function runZipJob(given: unknown): { readonly outcome: Outcome; readonly moved: ArrayBuffer[] } {
  const job = jobSchema.parse(given);
  if (job.kind === 'zip') {
    const zip = zipFiles(job.data, job.origin);
    return { outcome: { kind: 'zipped', zip }, moved: [zip.buffer] };
  }
  try {
    const { manifest, files } = unzipFiles(job.zip);
    return {
      outcome: { kind: 'unzipped', manifest, files: new Map(files) },
      moved: [...files.values()].map(({ buffer }) => buffer),
    };
  } catch (error) {
    if (error instanceof AppFailure && error.appError.kind === 'archive')
      return { outcome: { kind: 'refused', reason: error.appError.reason }, moved: [] };
    throw error;
  }
}

/** Zips and unzips archives in a thread, or on the event loop if no thread is available. */
export interface Zip {
  /**
   * Zips the files. The caller must not use the bytes of `data` afterwards, because their buffers may have
   * been transferred to the thread.
   */
  zip(data: readonly DataFile[], origin: Origin): Promise<Uint8Array>;
  /** @throws AppFailure `archive` */
  unzip(zip: Uint8Array): Promise<Unzipped>;
}

export function createZip(runInThread?: RunInThread): Zip {
  const run = async (job: z.infer<typeof jobSchema>, moved: ArrayBuffer[]): Promise<Outcome> =>
    outcomeSchema.parse(runInThread === undefined ? runZipJob(job).outcome : await runInThread(job, moved));
  return {
    zip: async (data, origin) => {
      const files = data.map(({ name, items, parts }) => ({ name, items, parts: [...parts] }));
      const moved = files.flatMap(({ parts }) => parts.map(({ buffer }) => buffer));
      const outcome = await run({ kind: 'zip', data: files, origin }, moved);
      if (outcome.kind !== 'zipped') throw new Error(`zipping ended with ${outcome.kind}`);
      return outcome.zip;
    },
    unzip: async (zip) => {
      const outcome = await run({ kind: 'unzip', zip }, []);
      if (outcome.kind === 'refused') throw refuse(outcome.reason);
      if (outcome.kind !== 'unzipped') throw new Error(`unzipping ended with ${outcome.kind}`);
      return outcome;
    },
  };
}
