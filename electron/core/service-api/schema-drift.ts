import type { Endpoint } from '../../../shared/model/budget.ts';
import type { DriftNote } from './client-port.ts';
import { SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import { detailOf } from './decoders/company-detail.ts';
import { asArray, asObject, count, field, isObject, type JsonObject } from './decoders/values.ts';
import { DOCUMENTED_SHAPES, type Shape } from './documented-shapes.ts';

/** Maximum number of differences recorded for each response. */
const NOTES_MAX = 40;
/** Maximum number of entries checked in each list. */
const ENTRIES_MAX = 50;
const FIELD_MAX = 200;
/** Pattern of a field name. A key that does not match may be personal data and is recorded as `?`. */
const NAME = /^[A-Za-z_][\w-]{0,59}$/;

/** The page that was requested. It is compared with the pagination in the response. */
interface RequestedPage {
  /** Number of rows before the page. */
  readonly first: number;
  /** The limit sent in the request. */
  readonly rows: number;
}

/** Facts about a response that its body does not contain. */
export interface DriftFacts {
  /** Null if the endpoint has no pages. */
  readonly page: RequestedPage | null;
  /** Number of rows that could not be decoded. */
  readonly setAside: number;
}
const NO_FACTS: DriftFacts = { page: null, setAside: 0 };

/**
 * Compares the body of a 2xx response with its documented shape. Returns the path of each field that differs,
 * without its value and only once. A null field does not count as different, because the specification does
 * not state which fields can be null (spec §2.12).
 */
export function driftIn(
  endpoint: Endpoint,
  body: unknown,
  { page, setAside }: DriftFacts = NO_FACTS,
): readonly DriftNote[] {
  const notes = new Notes();
  if (setAside > 0) notes.add('row', 'data[]');
  if (page !== null) comparePage(body, page, notes);
  compare(unwrap(endpoint, body, notes), DOCUMENTED_SHAPES[endpoint], '', notes);
  return notes.all();
}

class Notes {
  readonly #notes = new Map<string, DriftNote>();

  add(kind: DriftNote['kind'], field: string): void {
    if (this.#notes.size >= NOTES_MAX) return;
    const path = (field === '' ? '$' : field).slice(0, FIELD_MAX);
    this.#notes.set(`${kind} ${path}`, { kind, field: path });
  }
  all(): readonly DriftNote[] {
    return [...this.#notes.values()];
  }
}

/** Converts known undocumented layouts to the documented one, such as a list without `data` around it. */
function unwrap(endpoint: Endpoint, body: unknown, notes: Notes): unknown {
  if (isArray(body)) {
    notes.add('wrapped', '$');
    return { data: body };
  }
  if (endpoint === 'filters' && isObject(body) && !Object.hasOwn(body, 'data')) {
    notes.add('wrapped', '$');
    const { success, timestamp, ...data } = body;
    return { data, success, timestamp };
  }
  const data = wrappedIn(endpoint, body);
  if (data === null) return body;
  notes.add('wrapped', 'data');
  return data;
}

const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function wrappedIn(endpoint: Endpoint, body: unknown): JsonObject | null {
  const answer = asObject(body);
  if (answer === null) return null;
  if (endpoint === 'stats') return asObject(field(answer, 'data'));
  const detail = endpoint === 'company' ? detailOf(answer) : null;
  return detail === answer ? null : detail;
}

function compare(value: unknown, shape: Shape, path: string, notes: Notes): void {
  if (value === null || value === undefined) return;
  if (typeof shape === 'string') {
    if (shape !== 'any' && typeof value !== shape) notes.add('type', path);
  } else if (isList(shape)) compareList(value, shape[0], path, notes);
  else if (isObject(value)) compareObject(value, shape, path, notes);
  else notes.add('type', path);
}

const isList = (shape: Exclude<Shape, string>): shape is readonly [Shape] => isArray(shape);

function compareList(value: unknown, entry: Shape, path: string, notes: Notes): void {
  const entries = asArray(value);
  if (entries === null) return notes.add('type', path);
  for (const each of entries.slice(0, ENTRIES_MAX)) {
    if (each === null) notes.add('row', `${path}[]`);
    else compare(each, entry, `${path}[]`, notes);
  }
}

function compareObject(
  value: JsonObject,
  shape: { readonly [name: string]: Shape },
  path: string,
  notes: Notes,
): void {
  const visited = new Set<string>();
  for (const [key, part] of Object.entries(shape)) {
    const name = key.replace(/\?$/, '');
    const presentName = [name, ...alternatesOf(name)].find((each) => Object.hasOwn(value, each));
    if (presentName === undefined) {
      if (name === key) notes.add('missing', joined(path, name));
      continue;
    }
    visited.add(presentName);
    if (presentName !== name) notes.add('alternate', joined(path, presentName));
    compare(value[presentName], part, joined(path, name), notes);
  }
  for (const name of Object.keys(value)) {
    if (visited.has(name)) continue;
    notes.add('unknown', joined(path, NAME.test(name) ? name : '?'));
  }
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Returns the other names that the decoders accept for a field. */
function alternatesOf(name: string): readonly string[] {
  const camel = name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [...new Set([camel, snake, ...(OTHER_NAMES[name] ?? [])])].filter((each) => each !== name);
}

/**
 * For each field, the other names that the decoders accept. The camel-case and snake-case forms of the field
 * name itself are not listed.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  id: ['fundingId'],
  companyName: ['name'],
  name: ['companyName', 'fullName', 'full_name', 'label'],
  country: ['countryCode', 'country_code'],
  website: ['websiteUrl', 'website_url'],
  linkedinUrl: ['linkedInUrl'],
  industries: ['industry'],
  stage: ['fundingStage', 'funding_stage'],
  fundingAnnounceDate: ['announceDate'],
  fundingAmountUsd: ['amountUsd'],
  type: ['role'],
  categories: ['category'],
  highlight: ['text'],
  technologyOptions: ['technologies'],
};

/** Reports contradictions between the received rows and the response's `pagination`. */
function comparePage(body: unknown, { first, rows }: RequestedPage, notes: Notes): void {
  const answer = asObject(body);
  const received = asArray(answer === null ? null : field(answer, 'data'))?.length;
  const pagination = asObject(answer === null ? null : field(answer, 'pagination'));
  if (received === undefined || pagination === null) return;
  const presentName = (...names: readonly string[]) => count(field(pagination, ...names));
  const differs = (figure: number | null, expected: number) => figure !== null && figure !== expected;
  if (differs(presentName('limit', 'per_page', 'perPage'), rows)) notes.add('paging', 'pagination.limit');
  if (differs(presentName('offset'), first)) notes.add('paging', 'pagination.offset');
  if (differs(presentName('page'), first / rows + 1)) notes.add('paging', 'pagination.page');
  const total = presentName('total');
  const end = first + received;
  const isCut = received < rows;
  // A query can return only a limited number of rows, so the service may have more rows after the last one
  // (spec §4.2, rule 1). `has_more` may therefore be true or false on this page.
  const isSetEnd = end >= SET_ROWS_MAX;
  if (received > rows || (total !== null && received > 0 && end > total))
    notes.add('paging', 'pagination.total');
  if (total !== null && isCut && end < total && !isSetEnd) notes.add('paging', 'pagination.total');
  const hasMore = field(pagination, 'has_more', 'hasMore');
  const isMore = total === null ? !isCut : end < total;
  // Without a total, a page is known to be the last one only if it has fewer rows than requested.
  const isReported = total !== null || isCut;
  if (typeof hasMore === 'boolean' && isReported && !isSetEnd && hasMore !== isMore)
    notes.add('paging', 'pagination.has_more');
}
