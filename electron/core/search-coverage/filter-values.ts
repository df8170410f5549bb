import { z } from 'zod';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { UnlistedValue } from '../../../shared/model/search.ts';
import { filterSnapshot } from '../database/queries/cache/filter-snapshot.ts';
import type { ReadDb } from '../database/sql.ts';

const names = z.array(z.string()).catch([]);
const filtersSchema = z.object({
  countries: names,
  industries: names,
  stages: names,
  companySizes: names,
  currencies: names,
  tags: z
    .array(z.object({ name: z.string() }))
    .catch([])
    .transform((tags) => tags.map(({ name }) => name)),
  technologies: names,
});

/**
 * Values from the latest `/filters` response (spec §2.12). A list is empty if the response did not contain
 * it.
 */
export type FilterValues = z.output<typeof filtersSchema> & { readonly fetchedAtMs: number };

/** Reads the values from the latest `/filters` response; null if there has been none. */
export function filterValuesOf(db: ReadDb): FilterValues | null {
  const snapshot = filterSnapshot(db);
  if (snapshot === null) return null;
  return { ...filtersSchema.parse(JSON.parse(snapshot.filters)), fetchedAtMs: snapshot.fetchedAtMs };
}

/**
 * Returns the values in the query that the `/filters` response does not list. If the response lists no values
 * at all for a filter, that filter is not checked. For stages, case does not matter (spec §4.2).
 */
export function unlistedValues({ query }: ListQuery, listed: FilterValues | null): UnlistedValue[] {
  if (listed === null) return [];
  const { countries, stages, industries, technologies, companySizes, tags } = query;
  const requested = {
    countries,
    stages,
    industries,
    technologies,
    companySizes,
    tags,
    currencies: query.currency === undefined ? [] : [query.currency],
  };
  return UNLISTED_FIELDS.flatMap((field) => {
    if (requested[field].length === 0) return [];
    const known = new Set(listed[field].map((value) => sameAs(field, value)));
    if (known.size === 0) return [];
    return requested[field]
      .filter((value) => !known.has(sameAs(field, value)))
      .map((value) => ({ field, value }));
  });
}

const UNLISTED_FIELDS = [
  'countries',
  'stages',
  'industries',
  'technologies',
  'companySizes',
  'tags',
  'currencies',
] as const satisfies readonly UnlistedValue['field'][];
const sameAs = (field: UnlistedValue['field'], value: string): string =>
  field === 'stages' ? value.toLowerCase() : value;
