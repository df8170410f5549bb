import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { filterSnapshotAt } from '../database/queries/cache/filter-snapshot.ts';
import { investorsWithPrefix } from '../database/queries/cache/investors.ts';
import type { ReadDb } from '../database/sql.ts';
import { KNOWN_STAGES, withCanonicalCase } from '../service-api/decoders/stage.ts';
import { filterValuesOf, type FilterValues } from '../search-coverage/filter-values.ts';
import { fold } from '../../../shared/fold-diacritics.ts';

type ListedField = Exclude<keyof FilterValues, 'fetchedAtMs'>;
export type SuggestField = ListedField | 'investors';

interface Suggestion {
  value: string;
  label: string;
}
export interface Suggestions {
  values: Suggestion[];
  total: number;
  /** Whether the latest `/filters` response has values for this field. */
  listed: boolean;
  fetchedAtMs: number | null;
}
/**
 * Suggests up to 50 filter values that contain the typed text. Values that begin with the text come first. An
 * investor is suggested only if a word of its name begins with the text.
 */
type Suggest = (db: ReadDb, request: { field: SuggestField; text: string }) => Suggestions;

/** Maximum length of a filter value in a query; longer values are not suggested. */
const VALUE_MAX = 200;

interface Foldable extends Suggestion {
  /** The label in lower case and without diacritics, followed by the value in the same form if it differs. */
  readonly folded: readonly string[];
}
/**
 * The parsed `/filters` values. They are cached, because parsing 5,000 technologies on every keystroke would
 * be too slow.
 */
interface PreparedValues {
  readonly db: ReadDb;
  readonly fetchedAtMs: number | null;
  readonly values: Readonly<Record<ListedField, readonly Foldable[]>>;
  readonly listed: ReadonlySet<ListedField>;
}

/** Creates a `Suggest` that caches the parsed values of the latest `/filters` response. */
export function createSuggest(): Suggest {
  let prepared: PreparedValues | null = null;
  const prepare = (db: ReadDb): PreparedValues => {
    const fetchedAtMs = filterSnapshotAt(db);
    if (prepared?.db !== db || prepared.fetchedAtMs !== fetchedAtMs)
      prepared = prepareValues(db, fetchedAtMs);
    return prepared;
  };
  return (db, { field, text }) => {
    const typed = fold(text);
    if (field === 'investors') return suggestInvestors(db, typed);
    const { values, listed, fetchedAtMs } = prepare(db);
    const first: Suggestion[] = [];
    const later: Suggestion[] = [];
    for (const { value, label, folded } of values[field]) {
      const place = placeIn(folded, typed);
      if (place >= 0) (place === 0 ? first : later).push({ value, label });
    }
    return {
      values: [...first, ...later].slice(0, LIST_LIMIT_MAX),
      total: first.length + later.length,
      listed: listed.has(field),
      fetchedAtMs,
    };
  };
}

const FIELDS = [
  'countries',
  'industries',
  'stages',
  'companySizes',
  'currencies',
  'tags',
  'technologies',
] as const satisfies readonly ListedField[];

function prepareValues(db: ReadDb, fetchedAtMs: number | null): PreparedValues {
  const known = filterValuesOf(db);
  const of = (field: ListedField): Foldable[] => valuesOf(known, field);
  return {
    db,
    fetchedAtMs,
    values: {
      countries: of('countries'),
      industries: of('industries'),
      stages: of('stages'),
      companySizes: of('companySizes'),
      currencies: of('currencies'),
      tags: of('tags'),
      technologies: of('technologies'),
    },
    listed: new Set(FIELDS.filter((field) => known !== null && known[field].length > 0)),
  };
}

function valuesOf(filters: FilterValues | null, field: ListedField): Foldable[] {
  const known = filters?.[field] ?? [];
  const stages = known.length === 0 ? KNOWN_STAGES : known.map(withCanonicalCase);
  const values = field === 'stages' ? stages : known;
  const usable = [...new Set(values)].filter((value) => value !== '' && value.length <= VALUE_MAX);
  if (field !== 'countries') return usable.map((value) => ({ value, label: value, folded: [fold(value)] }));
  const labels = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return usable.map((value) => {
    const label = /^[A-Z]{2}$/.test(value) ? (labels.of(value) ?? value) : value;
    return { value, label, folded: label === value ? [fold(value)] : [fold(label), fold(value)] };
  });
}

/** Returns the lowest index at which the typed text occurs in any of the strings; -1 if it occurs in none. */
function placeIn(folded: readonly string[], typed: string): number {
  let place = -1;
  for (const text of folded) {
    const at = text.indexOf(typed);
    if (at >= 0 && (place < 0 || at < place)) place = at;
  }
  return place;
}

/**
 * Suggests investors by word prefix. The investors come from stored rounds, because the service offers no
 * list of investors.
 */
function suggestInvestors(db: ReadDb, typed: string): Suggestions {
  const { names, total } = investorsWithPrefix(db, typed, LIST_LIMIT_MAX);
  const usable = names.filter((name) => name !== '' && name.length <= VALUE_MAX);
  const values = usable.map((name) => ({ value: name, label: name }));
  return { values, total, listed: false, fetchedAtMs: null };
}
