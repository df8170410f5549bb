import type { z } from 'zod';
import { isDeeperThan } from '../../foundation/json-depth.ts';
import { finish, type Sliced } from '../../foundation/slices.ts';
import { idOfNamed, type ImportedCompany } from '../local-companies/local-companies.ts';
import { isConsistent } from './check-content.ts';
import { historyKey, type History } from './compare.ts';
import { emptyContent, ITEM_SCHEMAS, ITEM_TYPES, ITEMS_MAX, type ArchiveContent } from './content.ts';
import {
  archivedVersionsSchema,
  DEPTH_MAX,
  fileOf,
  HISTORY,
  INFLATED_MAX,
  LOCAL_COMPANIES,
  localCompanySchema,
  type Manifest,
} from './format.ts';
import { refuse, unzipFiles, type Unzipped } from './zip.ts';

export interface ReadArchive {
  readonly manifest: Manifest;
  readonly content: ArchiveContent;
  readonly history: History;
  readonly localCompanies: readonly ImportedCompany[];
}

/**
 * Reads the zip file of an archive, without pausing.
 * @throws AppFailure `archive`
 */
export const readArchive = (zip: Uint8Array, inflatedMax = INFLATED_MAX): ReadArchive =>
  finish(parseArchive(unzipFiles(zip, inflatedMax)));

/**
 * Reads the unzipped files of an archive. They may come from anywhere, so every part is checked before it is used.
 * @throws AppFailure `archive`
 */
export function* parseArchive({ manifest, files }: Unzipped): Sliced<ReadArchive> {
  const listed = new Map(manifest.files.map((file) => [file.name, file]));
  const content = emptyContent();
  for (const type of ITEM_TYPES) {
    const file = files.get(fileOf(type));
    if (file === undefined) continue;
    const found = yield* parseItems<unknown>(ITEM_SCHEMAS[type], file, listed.get(fileOf(type)));
    Object.assign(content, { [type]: found });
  }
  if (!(yield* isConsistent(content))) throw refuse('damaged');
  const history = files.get(HISTORY);
  return {
    manifest,
    content,
    history: history === undefined ? new Map() : yield* readHistoryFile(history, listed.get(HISTORY)),
    localCompanies: yield* readLocalCompanies(files.get(LOCAL_COMPANIES), listed.get(LOCAL_COMPANIES)),
  };
}

function* parseItems<T>(
  schema: z.ZodType<T>,
  file: Uint8Array,
  listed: Manifest['files'][number] | undefined,
  itemsMax = ITEMS_MAX,
): Sliced<T[]> {
  const found: T[] = [];
  for (const item of yield* readItems(file)) {
    const parsed = schema.safeParse(item);
    if (!parsed.success) throw refuse('damaged');
    found.push(parsed.data);
    yield;
  }
  if (found.length > itemsMax || found.length !== listed?.items) throw refuse('damaged');
  return found;
}

/**
 * Reads the local companies. An id that does not match the company's address is rejected; otherwise, all data
 * of the company would move to the stored company with that address.
 */
function* readLocalCompanies(
  file: Uint8Array | undefined,
  listed: Manifest['files'][number] | undefined,
): Sliced<ImportedCompany[]> {
  if (file === undefined) return [];
  const found = yield* parseItems(localCompanySchema, file, listed);
  const ids = new Set(found.map(({ companyId }) => companyId));
  const isSound =
    ids.size === found.length && found.every((company) => idOfNamed(company) === company.companyId);
  if (!isSound) throw refuse('damaged');
  return found.map((company) => ({ ...company, joinedInto: null }));
}

function* readItems(file: Uint8Array): Sliced<readonly unknown[]> {
  const lines = yield* readLines(file);
  if (lines !== null) return lines;
  const all = parseJson(yield* readText(file), DEPTH_MAX);
  if (!Array.isArray(all)) throw refuse('damaged');
  return all;
}

/** The history also lists deleted items, so only the size of the file limits the number of its items. */
function* readHistoryFile(file: Uint8Array, listed: Manifest['files'][number] | undefined): Sliced<History> {
  const history = new Map<string, readonly string[]>();
  for (const { type, key, hashes } of yield* parseItems(archivedVersionsSchema, file, listed, Infinity)) {
    const name = historyKey(type, key);
    if (history.has(name)) throw refuse('damaged');
    history.set(name, hashes);
    yield;
  }
  return history;
}

const LONG_LINE_CHARS = 100_000;
/** Size of the parts that are decoded at once. */
const PART_BYTES = 262_144;

/** @throws AppFailure `archive` (`damaged`) if the file is not text */
function* readText(file: Uint8Array): Sliced<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for (let at = 0; at < file.length; at += PART_BYTES) {
      text += decoder.decode(file.subarray(at, at + PART_BYTES), { stream: true });
      yield;
    }
    return text + decoder.decode();
  } catch {
    throw refuse('damaged');
  }
}

/**
 * Reads a file that has one item per line, as the app writes it. Returns null for any other layout, which may
 * still be valid JSON.
 */
function* readLines(file: Uint8Array): Sliced<unknown[] | null> {
  const text = yield* readText(file);
  if (!text.startsWith('[\n') || !text.endsWith('\n]\n')) return null;
  const end = text.length - 3;
  const items: unknown[] = [];
  for (let at = 2; at <= end;) {
    const next = text.indexOf('\n', at);
    const isLast = next === end;
    if ((text[next - 1] === ',') === isLast) return null;
    // Pauses before a long line, such as an import of the user's companies, because parsing it may take most
    // of a time slice.
    if (next - at > LONG_LINE_CHARS) yield 'pause';
    try {
      items.push(parseJson(text.slice(at, isLast ? next : next - 1), DEPTH_MAX - 1));
    } catch {
      return null;
    }
    at = next + 1;
    yield;
  }
  return items;
}

const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;
/**
 * Matches an unpaired surrogate. The `u` flag makes a complete pair one character, so the pair does not
 * match.
 */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Rejects text with unpaired surrogates. SQLite would replace them, and the next import of the same archive
 * would then find a change.
 */
function requireWellFormed(key: string, value: unknown): unknown {
  if (LONE_SURROGATE.test(key) || (typeof value === 'string' && LONE_SURROGATE.test(value)))
    throw refuse('damaged');
  return value;
}

function parseJson(json: string, depthMax: number): unknown {
  try {
    // Checks the depth first, because parsing a deeply nested file might need too much stack.
    if (!isDeeperThan(depthMax, json))
      return ESCAPED_SURROGATE.test(json) ? JSON.parse(json, requireWellFormed) : JSON.parse(json);
  } catch {
    // Not JSON.
  }
  throw refuse('damaged');
}
