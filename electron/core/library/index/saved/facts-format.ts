import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { setDocSlot, slotFor, STORED, type Columns } from '../columns.ts';
import { listOf, setNumbers, type Dictionary, type Lists } from '../list-columns.ts';

/*
 * The format in which the facts of companies are saved (saved-facts.ts). A part is a checksum and compressed
 * bytes. These bytes begin with the length of a JSON text and the JSON text, which contains ids and names. One
 * array for each column follows, then two arrays for each list: the number of values of each company, and all
 * values. Numbers have this computer's byte order, like the typed arrays.
 */

/** Increase this number if the format changes, or if the app derives different facts from the same rows. */
const FORMAT = 3;
const NUMBER_BYTES = 4;
/** The columns with numbers that do not depend on the user's own data. */
const COLUMNS = [
  'docId',
  'lettersLow',
  'lettersHigh',
  'announcedDay',
  'reportedWindow',
  'fetchedAtMs',
  'foundAtS',
  'foundBy',
  'country',
  'stage',
  'amount',
  'currency',
  'hasPeople',
  'isHiring',
] as const;
const DICTIONARIES = ['countries', 'stages', 'currencies'] as const;
const LISTS = ['industries', 'tags'] as const;

type Column = Columns[(typeof COLUMNS)[number]];

interface PartText {
  readonly ids: readonly string[];
  readonly names: readonly string[];
}

export interface SavedHeader {
  readonly format: number;
  readonly schema: number;
  readonly parts: number;
  readonly dictionaries: readonly (readonly [keys: readonly string[], labels: readonly string[]])[];
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(NUMBER_BYTES);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The checksum also depends on the format, so a part in another format is never decompressed. */
const checksumOf = (compressed: Uint8Array): number => crc32(compressed, FORMAT);

/**
 * With these options, a compression takes 64 KB of memory instead of 256 KB. With more, V8 would collect garbage more
 * often while all parts are saved. The parts become less than 1 % larger.
 */
const COMPRESSION = { windowBits: 13, memLevel: 6 } as const;

function withChecksum(text: string, values: Uint8Array = Buffer.alloc(0)): Buffer {
  const json = Buffer.from(text);
  const compressed = deflateRawSync(Buffer.concat([numberBytes(json.length), json, values]), COMPRESSION);
  return Buffer.concat([numberBytes(checksumOf(compressed)), compressed]);
}

/** Returns the text and the remaining bytes of a part, or null if its checksum is wrong or of another format. */
function checked(part: Buffer | null): { readonly text: unknown; readonly rest: Uint8Array } | null {
  if (part === null || part.length < NUMBER_BYTES) return null;
  const compressed = part.subarray(NUMBER_BYTES);
  if (part.readUInt32LE(0) !== checksumOf(compressed)) return null;
  const bytes = inflateRawSync(compressed);
  const end = NUMBER_BYTES + bytes.readUInt32LE(0);
  return { text: JSON.parse(bytes.toString('utf8', NUMBER_BYTES, end)), rest: bytes.subarray(end) };
}

const dictionariesOf = (columns: Columns): Dictionary[] => [
  ...DICTIONARIES.map((name) => columns[name]),
  ...LISTS.map((name) => columns[name].dictionary),
];

export function encodeHeader(columns: Columns, schema: number, parts: number): Buffer {
  const dictionaries = dictionariesOf(columns).map(({ keys, labels }) => [keys, labels] as const);
  const header: SavedHeader = { format: FORMAT, schema, parts, dictionaries };
  return withChecksum(JSON.stringify(header));
}

/** Returns the header, or null if the parts cannot be used. */
export function decodeHeader(bytes: Buffer | null, schema: number): SavedHeader | null {
  const header = checked(bytes)?.text as SavedHeader | undefined;
  return header?.format === FORMAT && header.schema === schema ? header : null;
}

/** Fills the empty dictionaries of `columns`. */
export function fillDictionaries(columns: Columns, { dictionaries }: SavedHeader): void {
  for (const [at, { keys, labels, numbers }] of dictionariesOf(columns).entries())
    for (const [number, key] of (dictionaries[at]?.[0] ?? []).entries()) {
      keys[number] = key;
      labels[number] = dictionaries[at]?.[1][number] ?? '';
      if (number > 0) numbers.set(key, number);
    }
}

/** Removes all values from the dictionaries. Call only when no company in `columns` has a value. */
export function emptyDictionaries(columns: Columns): void {
  for (const { keys, labels, numbers, byName } of dictionariesOf(columns)) {
    // The entry with the number 0 stands for no value, so it must not be removed.
    keys.length = 1;
    labels.length = 1;
    numbers.clear();
    byName.clear();
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

export function encodePart(columns: Columns, slots: readonly number[]): Buffer {
  const text: PartText = {
    ids: slots.map((slot) => columns.ids[slot] ?? ''),
    names: slots.map((slot) => columns.names[slot] ?? ''),
  };
  const lists = LISTS.flatMap((name) => {
    const ofSlots = slots.map((slot) => [...listOf(columns[name], slot)]);
    return [...ofSlots.map(({ length }) => length), ...ofSlots.flat()];
  });
  const listBytes = bytesOf(Uint32Array.from(lists));
  const width = COLUMNS.reduce((sum, name) => sum + columns[name].BYTES_PER_ELEMENT, 0);
  // All columns are copied into one array, because V8 frees the memory of each array separately.
  const values = Buffer.allocUnsafe(width * slots.length + listBytes.length);
  const end = COLUMNS.reduce((at, name) => copyValues(columns[name], slots, values, at), 0);
  values.set(listBytes, end);
  return withChecksum(JSON.stringify(text), values);
}

/** Copies the bytes of a column's values to `at`. Returns the position after them. */
function copyValues(column: Column, slots: readonly number[], into: Uint8Array, at: number): number {
  const { BYTES_PER_ELEMENT: width } = column;
  const bytes = bytesOf(column);
  let end = at;
  for (const slot of slots)
    for (let byte = slot * width; byte < (slot + 1) * width; byte += 1) into[end++] = bytes[byte] ?? 0;
  return end;
}

/**
 * Adds the companies of a part to `columns`. Returns the number of companies, or null if the part is damaged
 * or `columns` already contains one of them.
 */
export function decodePart(columns: Columns, bytes: Buffer | null): number | null {
  const part = checked(bytes);
  if (part === null) return null;
  const { ids, names } = part.text as PartText;
  const first = columns.size;
  for (const id of ids) slotFor(columns, id);
  if (columns.size !== first + ids.length) return null;
  let from = 0;
  const take = (into: ArrayBufferView): void => {
    const to = bytesOf(into);
    to.set(part.rest.subarray(from, from + to.length));
    from += to.length;
  };
  for (const name of COLUMNS) take(columns[name].subarray(first, columns.size));
  for (const [at, name] of names.entries()) {
    const slot = first + at;
    columns.state[slot] = STORED;
    columns.names[slot] = name;
    const docId = columns.docId[slot] ?? 0;
    if (docId > 0) setDocSlot(columns, slot, docId);
  }
  for (const name of LISTS) {
    const lengths = new Uint32Array(ids.length);
    take(lengths);
    const values = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0));
    take(values);
    fillLists(columns[name], first, lengths, values, columns.expected / columns.size);
  }
  columns.facts += 1;
  return ids.length;
}

function fillLists(
  lists: Lists,
  first: number,
  lengths: Uint32Array,
  values: Uint32Array,
  share: number,
): void {
  // One array is reused for all lists, to avoid garbage collection.
  const numbers: number[] = [];
  let from = 0;
  for (let at = 0; at < lengths.length; at += 1) {
    numbers.length = 0;
    for (const end = from + (lengths[at] ?? 0); from < end; from += 1) numbers.push(values[from] ?? 0);
    setNumbers(lists, first + at, numbers, share);
  }
}
