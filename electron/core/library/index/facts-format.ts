import { crc32 } from 'node:zlib';
import { setDocSlot, slotFor, STORED, type Columns } from './columns.ts';
import { listOf, setNumbers, type Dictionary, type Lists } from './list-columns.ts';

/*
 * The format in which the facts of companies are saved (saved-facts.ts). A part has the facts of up to a
 * thousand companies: a checksum, the length of a JSON text, this text with ids, names and lists, and then one
 * array per column. Numbers have the byte order of the computer, like the typed arrays.
 */

/** Increase this number if the format changes, or if the same rows lead to other facts. */
const FORMAT = 1;
const PREFIX_BYTES = 8;
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

interface PartText {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly industries: readonly (readonly number[])[];
  readonly tags: readonly (readonly number[])[];
}

export interface SavedHeader {
  readonly format: number;
  readonly schema: number;
  readonly parts: number;
  readonly dictionaries: readonly (readonly [keys: readonly string[], labels: readonly string[]])[];
}

function withChecksum(text: string, arrays: readonly Uint8Array[]): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  const json = Buffer.from(text);
  prefix.writeUInt32LE(json.length, 4);
  const all = Buffer.concat([prefix, json, ...arrays]);
  all.writeUInt32LE(crc32(all.subarray(4)), 0);
  return all;
}

/** Returns the text and the remaining bytes of a part, or null if its checksum is wrong. */
function checked(part: Buffer | null): { readonly text: unknown; readonly rest: Uint8Array } | null {
  if (part === null || part.length < PREFIX_BYTES || part.readUInt32LE(0) !== crc32(part.subarray(4)))
    return null;
  const end = PREFIX_BYTES + part.readUInt32LE(4);
  return {
    text: JSON.parse(part.toString('utf8', PREFIX_BYTES, end)),
    rest: part.subarray(end),
  };
}

const dictionariesOf = (columns: Columns): Dictionary[] => [
  ...DICTIONARIES.map((name) => columns[name]),
  ...LISTS.map((name) => columns[name].dictionary),
];

export function encodeHeader(columns: Columns, schema: number, parts: number): Buffer {
  const dictionaries = dictionariesOf(columns).map(({ keys, labels }) => [keys, labels] as const);
  const header: SavedHeader = { format: FORMAT, schema, parts, dictionaries };
  return withChecksum(JSON.stringify(header), []);
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

export function encodePart(columns: Columns, slots: readonly number[]): Buffer {
  const lists = (of: Lists): number[][] => slots.map((slot) => [...listOf(of, slot)]);
  const text: PartText = {
    ids: slots.map((slot) => columns.ids[slot] ?? ''),
    names: slots.map((slot) => columns.names[slot] ?? ''),
    industries: lists(columns.industries),
    tags: lists(columns.tags),
  };
  const arrays = COLUMNS.map((name) => {
    const column = columns[name];
    const values = column.slice(0, slots.length);
    for (const [at, slot] of slots.entries()) values[at] = column[slot] ?? 0;
    return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  });
  return withChecksum(JSON.stringify(text), arrays);
}

/** Adds the companies of a part to `columns`. Returns their number, or null if the part is damaged. */
export function decodePart(columns: Columns, bytes: Buffer | null): number | null {
  const part = checked(bytes);
  if (part === null) return null;
  const { ids, names, industries, tags } = part.text as PartText;
  const slots = ids.map((id) => slotFor(columns, id));
  let from = 0;
  for (const name of COLUMNS) {
    const column = columns[name];
    const size = column.BYTES_PER_ELEMENT;
    const end = from + slots.length * size;
    const values = column.slice(0, slots.length);
    new Uint8Array(values.buffer).set(part.rest.subarray(from, end));
    for (const [at, slot] of slots.entries()) column[slot] = values[at] ?? 0;
    from = end;
  }
  const share = columns.expected / columns.size;
  for (const [at, slot] of slots.entries()) {
    columns.state[slot] = STORED;
    columns.names[slot] = names[at] ?? '';
    setNumbers(columns.industries, slot, industries[at] ?? [], share);
    setNumbers(columns.tags, slot, tags[at] ?? [], share);
    const docId = columns.docId[slot] ?? 0;
    if (docId > 0) setDocSlot(columns, slot, docId);
  }
  columns.facts += 1;
  return slots.length;
}
