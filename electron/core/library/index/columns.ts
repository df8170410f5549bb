import type { SearchedCompany } from '../../database/queries/cache/search-index.ts';
import { compareTexts } from '../../foundation/compare-texts.ts';
import { PartedMap, partOfText } from '../../foundation/parted-map.ts';
import { clip } from '../../foundation/clip-text.ts';
import { windowDatesOf } from '../../database/queries/cache/contact-window.ts';
import {
  createDictionary,
  createLists,
  KEY_MAX,
  keyOf,
  numberOf,
  setList,
  shared,
  sizeLists,
  type Dictionary,
  type Lists,
} from './list-columns.ts';
import { isZero } from '../../foundation/branchless.ts';
import type { YieldIfDue } from './time-slices.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/*
 * The facts about every company that are needed for filters, facets and sort orders, in typed arrays. The
 * array index of a company is its slot, which it keeps while the workspace is open, even after the company is
 * deleted.
 */

/**
 * Values of `state`. `STORED`: the company is in the cache. `LOST`: it is only in user data. `NOT_STORED`: it
 * is in neither.
 */
export const NOT_STORED = 0;
export const STORED = 1;
export const LOST = 2;
export const NO_DAY = -0x80000000;
/**
 * Value of `reportedWindow` if the state of the contact window depends on the announcement date, and
 * therefore on the current time. All other states are fixed; their value is the index in `WINDOWS` plus 1.
 */
export const BY_DATE = 0;
export const WINDOWS = ['open', 'closed', 'unknown'] as const;

const FIRST_CAPACITY = 1_024;
/** Number of `lettersOf` bits stored in `lettersLow`. The remaining bits are in `lettersHigh`. */
const LOW_LETTERS = 26;

export interface Columns {
  /** Number of used slots. */
  size: number;
  /** Number of companies expected during the initial load. */
  expected: number;
  /** Number of leading slots whose ids are in ascending order. */
  ascending: number;
  /** Increases whenever a fact about any company changes. */
  facts: number;
  ids: string[];
  /** Company names by slot, folded by `fold`. */
  names: string[];
  readonly slotOf: PartedMap<string, number>;
  slotOfDoc: Uint32Array;
  state: Uint8Array;
  docId: Uint32Array;
  lettersLow: Uint32Array;
  lettersHigh: Uint16Array;
  announcedDay: Int32Array;
  reportedWindow: Uint8Array;
  fetchedAtMs: Float64Array;
  /** Time at which the company was first stored, in Unix seconds. */
  foundAtS: Uint32Array;
  /** The id of the saved search that found the company first; 0 if none is recorded. */
  foundBy: Uint32Array;
  country: Uint32Array;
  stage: Uint32Array;
  /** Amount of the latest round; NaN if it is unknown. */
  amount: Float64Array;
  currency: Uint32Array;
  /** The fit with the user's market, plus 1; 0 if the fit is unknown (`load-fits.ts`). */
  fit: Uint8Array;
  hasPeople: Uint8Array;
  isHiring: Uint8Array;
  hasNote: Uint8Array;
  readonly countries: Dictionary;
  readonly stages: Dictionary;
  readonly currencies: Dictionary;
  readonly industries: Lists;
  readonly tags: Lists;
  /**
   * The investors of all stored rounds (`load-investors.ts`). Takes no memory until a company has an
   * investor.
   */
  readonly investors: Lists;
}

export const createColumns = (): Columns => ({
  size: 0,
  expected: 0,
  ascending: 0,
  facts: 0,
  ids: [],
  names: [],
  slotOf: new PartedMap(partOfText),
  slotOfDoc: new Uint32Array(FIRST_CAPACITY),
  ...arraysOf(FIRST_CAPACITY),
  countries: createDictionary(),
  stages: createDictionary(),
  currencies: createDictionary(),
  industries: createLists(FIRST_CAPACITY),
  tags: createLists(FIRST_CAPACITY),
  investors: createLists(0),
});

const arraysOf = (capacity: number) => ({
  docId: new Uint32Array(capacity),
  lettersLow: new Uint32Array(capacity),
  lettersHigh: new Uint16Array(capacity),
  announcedDay: new Int32Array(capacity),
  reportedWindow: new Uint8Array(capacity),
  fetchedAtMs: new Float64Array(capacity),
  foundAtS: new Uint32Array(capacity),
  foundBy: new Uint32Array(capacity),
  country: new Uint32Array(capacity),
  stage: new Uint32Array(capacity),
  amount: new Float64Array(capacity),
  currency: new Uint32Array(capacity),
  fit: new Uint8Array(capacity),
  hasPeople: new Uint8Array(capacity),
  isHiring: new Uint8Array(capacity),
  hasNote: new Uint8Array(capacity),
  // The last one, because its length is the number of companies for which all arrays have room.
  state: new Uint8Array(capacity),
});
type ArrayName = keyof ReturnType<typeof arraysOf>;
const ARRAY_NAMES = Object.keys(arraysOf(0)) as readonly ArrayName[];

/**
 * Makes room for the expected number of companies, so the arrays are not copied repeatedly as they grow. Yields
 * between the arrays, because with a million companies, they take more than 50 ms in total.
 */
export async function expectCompanies(
  columns: Columns,
  companies: number,
  yieldIfDue: YieldIfDue,
): Promise<void> {
  columns.expected = companies;
  if (columns.size === 0) {
    columns.ids = new Array<string>(companies);
    await yieldIfDue();
    columns.names = new Array<string>(companies);
    await yieldIfDue();
  }
  if (companies <= columns.state.length) return;
  for (const growOne of growths(columns, companies)) {
    growOne();
    await yieldIfDue();
  }
}

function grow(columns: Columns, capacity: number): void {
  for (const growOne of growths(columns, capacity)) growOne();
}

/** Returns the steps that make room for more companies, one for each array or list column. */
const growths = (columns: Columns, capacity: number): readonly (() => void)[] => [
  ...[columns.industries, columns.tags, columns.investors]
    .filter(({ start }) => start.length > 0)
    .map((lists) => () => sizeLists(lists, capacity)),
  ...ARRAY_NAMES.map((name) => () => {
    const smaller = columns[name];
    const larger = Reflect.construct(smaller.constructor, [capacity]) as typeof smaller;
    larger.set(smaller);
    Object.assign(columns, { [name]: larger });
  }),
];

/** Returns the slots of all companies in the cache or in user data. */
export function storedSlots({ size, state }: Columns): Uint32Array {
  const slots = new Uint32Array(size);
  let count = 0;
  for (let slot = 0; slot < size; slot += 1) if (state[slot] !== NOT_STORED) slots[count++] = slot;
  return slots.subarray(0, count);
}

/** Returns the slot of a company. A new slot has the state `NOT_STORED`. */
export function slotFor(columns: Columns, companyId: string): number {
  const known = columns.slotOf.get(companyId);
  if (known !== undefined) return known;
  if (columns.size === columns.state.length) grow(columns, columns.state.length * 2);
  const slot = columns.size;
  columns.size += 1;
  if (slot === columns.ascending && (slot === 0 || compareTexts(columns.ids[slot - 1] ?? '', companyId) < 0))
    columns.ascending += 1;
  columns.ids[slot] = companyId;
  columns.names[slot] = '';
  columns.slotOf.set(companyId, slot);
  clear(columns, slot, NOT_STORED);
  return slot;
}

/** Clears the facts about a company that is no longer in the cache, and sets its state. */
export function clear(columns: Columns, slot: number, state: typeof NOT_STORED | typeof LOST): void {
  columns.facts += 1;
  columns.state[slot] = state;
  columns.names[slot] = '';
  columns.announcedDay[slot] = NO_DAY;
  columns.reportedWindow[slot] = WINDOWS.indexOf('unknown') + 1;
  columns.fetchedAtMs[slot] = 0;
  columns.foundAtS[slot] = 0;
  columns.foundBy[slot] = 0;
  columns.country[slot] = 0;
  columns.stage[slot] = 0;
  columns.amount[slot] = NaN;
  columns.currency[slot] = 0;
  columns.fit[slot] = 0;
  columns.hasPeople[slot] = 0;
  columns.isHiring[slot] = 0;
  setList(columns.industries, slot, []);
  setList(columns.tags, slot, []);
  if (columns.investors.start.length > 0) setList(columns.investors, slot, []);
}

export function setNote(columns: Columns, slot: number, hasNote: boolean): void {
  columns.facts += 1;
  columns.hasNote[slot] = hasNote ? 1 : 0;
}

export function setFacts(
  columns: Columns,
  slot: number,
  company: SearchedCompany,
  lists: { readonly industries: readonly string[]; readonly tags: readonly string[] },
): void {
  columns.facts += 1;
  columns.state[slot] = STORED;
  columns.names[slot] = company.nameFolded;
  columns.announcedDay[slot] = dayOf(company.announcedOn);
  columns.reportedWindow[slot] = reportedWindowOf(company);
  columns.fetchedAtMs[slot] = company.fetchedAtMs;
  columns.foundAtS[slot] = Math.floor(company.firstSeenAtMs / 1000);
  columns.foundBy[slot] = company.foundBy ?? 0;
  columns.country[slot] = countryOf(columns.countries, company);
  columns.stage[slot] = shared(columns.stages, company.stage);
  columns.amount[slot] = company.amountValue ?? NaN;
  columns.currency[slot] =
    company.amountValue === null ? 0 : shared(columns.currencies, company.amountCurrency);
  columns.hasPeople[slot] = company.hasPeople ? 1 : 0;
  columns.isHiring[slot] = company.isHiring ? 1 : 0;
  const share = columns.expected / columns.size;
  setList(columns.industries, slot, lists.industries, share);
  setList(columns.tags, slot, lists.tags, share);
}

/** Stores the id that a company's document has in the index file, and the bits of `lettersOf`. */
export function setDoc(columns: Columns, slot: number, docId: number, letters: number): void {
  columns.docId[slot] = docId;
  setDocSlot(columns, slot, docId);
  setLetters(columns, slot, letters);
}

/** Stores the slot of a document. */
export function setDocSlot(columns: Columns, slot: number, docId: number): void {
  while (docId >= columns.slotOfDoc.length) {
    const larger = new Uint32Array(columns.slotOfDoc.length * 2);
    larger.set(columns.slotOfDoc);
    columns.slotOfDoc = larger;
  }
  // Store the slot plus 1, because 0 means that the document belongs to no company.
  columns.slotOfDoc[docId] = slot + 1;
}

export function setLetters(columns: Columns, slot: number, letters: number): void {
  const [low, high] = halvesOf(letters);
  columns.lettersLow[slot] = low;
  columns.lettersHigh[slot] = high;
}

const halvesOf = (letters: number): readonly [low: number, high: number] => [
  letters % 2 ** LOW_LETTERS,
  Math.floor(letters / 2 ** LOW_LETTERS),
];

/**
 * Returns the given slots whose company is in the cache and has, for each letter in `letters`, at least one
 * word that begins with that letter.
 */
export function withLetters(
  { state, lettersLow, lettersHigh }: Columns,
  slots: Uint32Array,
  letters: number,
): Uint32Array {
  const [low, high] = halvesOf(letters);
  const remaining = new Uint32Array(slots.length);
  let count = 0;
  // A loop over array indexes, for speed; see count-matches.ts.
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] ?? 0;
    const missing = (low & ~(lettersLow[slot] ?? 0)) | (high & ~(lettersHigh[slot] ?? 0));
    remaining[count] = slot;
    count += isZero(missing | ((state[slot] ?? 0) ^ STORED));
  }
  return remaining.subarray(0, count);
}

/**
 * Removes the document id from a company. If another company has taken over the id, the id stays assigned to
 * that company.
 */
export function dropDoc(columns: Columns, slot: number): void {
  const docId = columns.docId[slot] ?? 0;
  if (columns.slotOfDoc[docId] === slot + 1) columns.slotOfDoc[docId] = 0;
  columns.docId[slot] = 0;
}

function countryOf(countries: Dictionary, { countryCode, countryName }: SearchedCompany): number {
  if (countryCode === null) return shared(countries, countryName);
  const number = numberOf(countries, keyOf(countryCode), countryCode);
  if (countryName !== null) countries.labels[number] = clip(countryName, KEY_MAX);
  return number;
}

/** Returns the number of days since 1970-01-01, or `NO_DAY` if the string is not a date. */
function dayOf(date: string | null): number {
  if (date === null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return NO_DAY;
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) ? NO_DAY : ms / DAY_MS;
}

/**
 * Returns the value of `reportedWindow`: `BY_DATE` if the state of the contact window depends on the date. A
 * state that is the same in the distant past and in the distant future never changes.
 */
function reportedWindowOf({ announcedOn, contacts }: SearchedCompany): number {
  const [early, late] = [-Infinity, Infinity].map(
    (nowMs) => windowDatesOf(announcedOn, contacts, nowMs).state,
  );
  return early !== late || early === undefined ? BY_DATE : WINDOWS.indexOf(early) + 1;
}
