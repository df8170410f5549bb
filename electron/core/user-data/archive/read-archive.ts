import { createHash } from 'node:crypto';
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import { z } from 'zod';
import { AppFailure } from '../../../../shared/app-failure.ts';
import type { ARCHIVE_REFUSALS } from '../../../../shared/model/archive/archive-values.ts';
import { isDeeperThan } from '../../foundation/json-depth.ts';
import { isConsistent } from './check-content.ts';
import { historyKey, type History } from './compare.ts';
import { emptyContent, ITEM_SCHEMAS, ITEM_TYPES, ITEMS_MAX, type ArchiveContent } from './content.ts';
import {
  DATA_FILES,
  DEPTH_MAX,
  fileOf,
  FORMAT_VERSION,
  HISTORY,
  historySchema,
  INFLATED_MAX,
  MANIFEST,
  manifestSchema,
  type Manifest,
} from './format.ts';

export interface ReadArchive {
  readonly manifest: Manifest;
  readonly content: ArchiveContent;
  readonly history: History;
}

/**
 * Reads the zip file of an archive. The file may come from anywhere, so every part is checked before it is used.
 * @throws AppFailure `archive`
 */
export function readArchive(zip: Uint8Array, inflatedMax = INFLATED_MAX): ReadArchive {
  const files = inflateAll(zip, inflatedMax);
  const manifest = readManifest(files.get(MANIFEST));
  const listed = new Map(manifest.files.map((file) => [file.name, file]));
  if (listed.size !== manifest.files.length || files.size !== listed.size + 1) throw refuse('damaged');
  for (const [name, { sha256, bytes }] of listed) {
    const file = files.get(name);
    if (file === undefined || file.length !== bytes) throw refuse('damaged');
    if (createHash('sha256').update(file).digest('hex') !== sha256) throw refuse('damaged');
  }
  const content = emptyContent();
  for (const type of ITEM_TYPES) {
    const file = files.get(fileOf(type));
    if (file === undefined) continue;
    const found = parse(z.array(ITEM_SCHEMAS[type]).max(ITEMS_MAX), file);
    if (found.length !== listed.get(fileOf(type))?.items) throw refuse('damaged');
    Object.assign(content, { [type]: found });
  }
  if (!isConsistent(content)) throw refuse('damaged');
  const history = files.get(HISTORY);
  return { manifest, content, history: history === undefined ? new Map() : readHistoryFile(history) };
}

type Refusal = (typeof ARCHIVE_REFUSALS)[number];
const refuse = (reason: Refusal): AppFailure => new AppFailure({ kind: 'archive', reason });

function readManifest(file: Uint8Array | undefined): Manifest {
  if (file === undefined) throw refuse('not-an-archive');
  const value = parseJson(file);
  const format = z.object({ format: z.literal('roundwatch-archive'), version: z.int() }).safeParse(value);
  if (!format.success) throw refuse('not-an-archive');
  if (format.data.version > FORMAT_VERSION) throw refuse('newer-version');
  const manifest = manifestSchema.safeParse(value);
  if (!manifest.success) throw refuse('damaged');
  return manifest.data;
}

function readHistoryFile(file: Uint8Array): History {
  const history = new Map<string, string[]>();
  const grouped = parse(historySchema, file);
  for (const type of ITEM_TYPES)
    for (const [key, hashes] of Object.entries(grouped[type] ?? {}))
      history.set(historyKey(type, key), hashes);
  return history;
}

function parse<T extends z.ZodType>(schema: T, file: Uint8Array): z.output<T> {
  const parsed = schema.safeParse(parseJson(file));
  if (!parsed.success) throw refuse('damaged');
  return parsed.data;
}

function parseJson(file: Uint8Array): unknown {
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(file);
    // Parsing a deeply nested file might overflow the stack.
    if (!isDeeperThan(DEPTH_MAX, json))
      return ESCAPED_SURROGATE.test(json) ? JSON.parse(json, requireWellFormed) : JSON.parse(json);
  } catch {
    // Not text, or not JSON.
  }
  throw refuse('damaged');
}

const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;
/** Half of a surrogate pair. In this mode, a regular expression takes a complete pair for another character. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** SQLite stores half of a surrogate pair as another character, so the next import would find a change. */
function requireWellFormed(key: string, value: unknown): unknown {
  if (LONE_SURROGATE.test(key) || (typeof value === 'string' && LONE_SURROGATE.test(value)))
    throw refuse('damaged');
  return value;
}

/** Size of the slices that are inflated at once, so the limit stops a bomb early. */
const SLICE_BYTES = 16_384;

/** Inflates all files. The sizes in the zip file's headers are not trusted. */
function inflateAll(zip: Uint8Array, inflatedMax: number): Map<string, Uint8Array> {
  if (zip[0] !== 0x50 || zip[1] !== 0x4b) throw refuse('not-an-archive');
  const files = new Map<string, Uint8Array>();
  const started = new Set<string>();
  let inflated = 0;
  const unzip = new Unzip((file) => {
    if (!(file.name === MANIFEST || DATA_FILES.includes(file.name))) throw refuse('newer-version');
    if (started.has(file.name)) throw refuse('damaged');
    started.add(file.name);
    const parts: Uint8Array[] = [];
    file.ondata = (error, part, isLast) => {
      // fflate also passes errors that this callback has thrown back to it.
      if (error !== null) throw error instanceof AppFailure ? error : refuse('damaged');
      inflated += part.length;
      if (inflated > inflatedMax) throw refuse('too-large');
      parts.push(part);
      if (isLast) files.set(file.name, Buffer.concat(parts));
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
