import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { filterSnapshotAt } from '../db/queries/filters.ts';
import { investorsBeginning } from '../db/queries/investors.ts';
import type { ReadDb } from '../db/sql.ts';
import { KNOWN_STAGES } from '../api/decode-stage.ts';
import { filterValuesOf, type FilterValues } from './filter-values.ts';
import { fold } from './fold.ts';

type ListedField = Exclude<keyof FilterValues, 'fetchedAtMs'>;
export type SuggestField = ListedField | 'investors';

export interface Suggestion {
  value: string;
  label: string;
}
export interface Suggestions {
  values: Suggestion[];
  total: number;
  fetchedAtMs: number | null;
}
/** Values for a filter by what was typed: those that begin with it first, in the service's order. At most 50. */
export type Suggest = (db: ReadDb, request: { field: SuggestField; text: string }) => Suggestions;

/** A value that is longer could not be sent back as a filter. */
const VALUE_MAX = 200;

interface Foldable extends Suggestion {
  /** Its label and, where that is another text, its value: as they are compared. */
  readonly folded: readonly string[];
}
/** What `/filters` listed, made ready to be typed in: reading 5,000 technologies anew at every letter is too slow. */
interface Prepared {
  readonly db: ReadDb;
  readonly fetchedAtMs: number | null;
  readonly values: Readonly<Record<ListedField, readonly Foldable[]>>;
}

/** Keeps the newest list of one library ready; another list or library takes its place. */
export function createSuggest(): Suggest {
  let prepared: Prepared | null = null;
  const prepare = (db: ReadDb): Prepared => {
    const fetchedAtMs = filterSnapshotAt(db);
    if (prepared?.db !== db || prepared.fetchedAtMs !== fetchedAtMs)
      prepared = { db, fetchedAtMs, values: preparedValues(filterValuesOf(db)) };
    return prepared;
  };
  return (db, { field, text }) => {
    const typed = fold(text);
    if (field === 'investors') return suggestInvestors(db, typed);
    const { values, fetchedAtMs } = prepare(db);
    const first: Suggestion[] = [];
    const later: Suggestion[] = [];
    for (const { value, label, folded } of values[field]) {
      const place = placeIn(folded, typed);
      if (place >= 0) (place === 0 ? first : later).push({ value, label });
    }
    return {
      values: [...first, ...later].slice(0, LIST_LIMIT_MAX),
      total: first.length + later.length,
      fetchedAtMs,
    };
  };
}

function preparedValues(known: FilterValues | null): Prepared['values'] {
  const of = (field: ListedField): Foldable[] => valuesOf(known, field);
  return {
    countries: of('countries'),
    industries: of('industries'),
    stages: of('stages'),
    companySizes: of('companySizes'),
    currencies: of('currencies'),
    tags: of('tags'),
    technologies: of('technologies'),
  };
}

function valuesOf(filters: FilterValues | null, field: ListedField): Foldable[] {
  const told = filters?.[field];
  const values =
    field === 'stages' && (told === undefined || told.length === 0) ? KNOWN_STAGES : (told ?? []);
  const usable = [...new Set(values)].filter((value) => value !== '' && value.length <= VALUE_MAX);
  if (field !== 'countries') return usable.map((value) => ({ value, label: value, folded: [fold(value)] }));
  const labels = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return usable.map((value) => {
    const label = /^[A-Z]{2}$/.test(value) ? (labels.of(value) ?? value) : value;
    return { value, label, folded: label === value ? [fold(value)] : [fold(label), fold(value)] };
  });
}

/** Where the typed text stands first; -1 where it does not. */
function placeIn(folded: readonly string[], typed: string): number {
  let place = -1;
  for (const text of folded) {
    const at = text.indexOf(typed);
    if (at >= 0 && (place < 0 || at < place)) place = at;
  }
  return place;
}

/** The service lists no investors: those of the rounds kept here, by the beginnings of their words. */
function suggestInvestors(db: ReadDb, typed: string): Suggestions {
  const { names, total } = investorsBeginning(db, typed, LIST_LIMIT_MAX);
  const usable = names.filter((name) => name !== '' && name.length <= VALUE_MAX);
  return { values: usable.map((name) => ({ value: name, label: name })), total, fetchedAtMs: null };
}
