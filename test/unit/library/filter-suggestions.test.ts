import { describe, expect, it } from 'vitest';
import { storeDetail, storeFilters } from '../../../electron/core/library/store-responses.ts';
import { run } from '../../../electron/core/database/sql.ts';
import { createSuggest, type SuggestField } from '../../../electron/core/library/filter-suggestions.ts';
import { company, detail, memoryCache, loadContactKey, round } from '../../support/app/library-fixtures.ts';

const T0 = Date.UTC(2026, 5, 10);
const filters = {
  countries: ['DE', 'FR', 'NL', 'XX1'],
  industries: ['Agritech', 'Énergie', 'Fintech', 'Green Energy'],
  stages: ['Pre-Seed', 'Seed'],
  companySizes: ['1-10', '1000+'],
  currencies: ['USD'],
  tags: [
    { tagId: null, name: 'B2B', slug: 'b2b', category: 'model' },
    { tagId: '2', name: 'B2B', slug: null, category: null },
  ],
  technologies: Array.from({ length: 5_000 }, (_, index) => `Tech ${index}`),
};
/**
 * Caches the prepared values of one library and field. All tests share this function, to check that it
 * replaces the values when another library or field is requested.
 */
const suggest = createSuggest();
const withFilters = () => {
  const db = memoryCache();
  storeFilters(db, filters, T0);
  return db;
};
const values = (db: ReturnType<typeof memoryCache>, field: SuggestField, text: string) =>
  suggest(db, { field, text }).values.map(({ value }) => value);

describe('filter suggestions', () => {
  it('list values that begin with the typed text first, ignoring case and accents', () => {
    expect(values(withFilters(), 'industries', 'ENER')).toEqual(['Énergie', 'Green Energy']);
    expect(values(withFilters(), 'industries', 'tech')).toEqual(['Agritech', 'Fintech']);
    expect(values(withFilters(), 'stages', '')).toEqual(['Pre-Seed', 'Seed']);
    expect(values(withFilters(), 'tags', 'b')).toEqual(['B2B']);
    expect(values(withFilters(), 'companySizes', '1000+')).toEqual(['1000+']);
  });

  it('show countries by name, and find them by code too', () => {
    const db = withFilters();
    expect(suggest(db, { field: 'countries', text: 'germ' }).values).toEqual([
      { value: 'DE', label: 'Germany' },
    ]);
    expect(values(db, 'countries', 'nl')).toEqual(['NL', 'FR'].slice(0, 1));
    expect(values(db, 'countries', 'xx')).toEqual(['XX1']);
  });

  it('are limited to 50, with the total', () => {
    const {
      values: some,
      total,
      fetchedAtMs,
    } = suggest(withFilters(), { field: 'technologies', text: 'tech 4' });
    expect(some).toHaveLength(50);
    expect({ total, fetchedAtMs }).toEqual({ total: 1_111, fetchedAtMs: T0 });
  });

  it('contain only the stages before /filters was fetched', () => {
    const db = memoryCache();
    expect(values(db, 'stages', 's')).toEqual([
      'Seed',
      'Series A',
      'Series B',
      'Series C+',
      'Pre-Seed',
      'Bootstrapped',
      'Undisclosed',
    ]);
    expect(suggest(db, { field: 'industries', text: '' })).toEqual({
      values: [],
      total: 0,
      listed: false,
      fetchedAtMs: null,
    });
  });

  it('name a stage as results do, unless more than its case differs', () => {
    const db = memoryCache();
    storeFilters(db, { ...filters, stages: ['undisclosed', 'SERIES A', 'series_b', 'Angel'] }, T0);
    expect(values(db, 'stages', '')).toEqual(['Undisclosed', 'Series A', 'series_b', 'Angel']);
  });

  it('show for each field whether the service lists values', () => {
    const db = memoryCache();
    storeFilters(db, { ...filters, stages: [], technologies: [] }, T0);
    const listed = (field: SuggestField) => suggest(db, { field, text: 'x' }).listed;
    expect((['countries', 'tags', 'stages', 'technologies', 'investors'] as const).map(listed)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('are never replaced by an older snapshot', () => {
    const db = withFilters();
    storeFilters(db, { ...filters, currencies: ['EUR'] }, T0 - 1);
    expect(values(db, 'currencies', '')).toEqual(['USD']);
  });

  it('take investors from the stored rounds', () => {
    const db = memoryCache();
    const investors = ['Accel', 'Northzone', 'Zone Ventures', 'northzone', '100%_'].map((name) => ({
      name,
      role: 'lead',
    }));
    storeDetail(db, loadContactKey(), detail(company('c1'), { rounds: [round('r1', { investors })] }), T0);
    expect(values(db, 'investors', 'zone')).toEqual(['Zone Ventures']);
    expect(values(db, 'investors', 'v')).toEqual(['Zone Ventures']);
    expect(values(db, 'investors', 'NORTH')).toEqual(['Northzone']);
    expect(suggest(db, { field: 'investors', text: '100%' })).toMatchObject({
      values: [{ value: '100%_' }],
      total: 1,
    });
    expect(values(db, 'investors', '%')).toEqual([]);
    expect(suggest(db, { field: 'investors', text: '' }).total).toBe(4);
  });
  it('list investors that begin with the typed text before those with a later word of it', () => {
    const db = memoryCache();
    const investors = ['Alpha Seed', 'Seed & Co', 'Beta Seed Fund'].map((name) => ({ name, role: 'lead' }));
    storeDetail(db, loadContactKey(), detail(company('c1'), { rounds: [round('r1', { investors })] }), T0);
    expect(values(db, 'investors', 'seed')).toEqual(['Seed & Co', 'Alpha Seed', 'Beta Seed Fund']);
    expect(values(db, 'investors', 'seed f')).toEqual(['Beta Seed Fund']);
  });

  it('omit an investor once the last round with it is deleted', () => {
    const db = memoryCache();
    const investors = [{ name: 'Northzone', role: 'lead' }];
    for (const id of ['c1', 'c2'])
      storeDetail(
        db,
        loadContactKey(),
        detail(company(id), { rounds: [round(`r-${id}`, { investors })] }),
        T0,
      );
    run(db, "DELETE FROM company WHERE company_id = 'c1'");
    expect(values(db, 'investors', 'north')).toEqual(['Northzone']);
    run(db, "DELETE FROM company WHERE company_id = 'c2'");
    expect(suggest(db, { field: 'investors', text: '' })).toMatchObject({ values: [], total: 0 });
    expect(values(db, 'investors', 'north')).toEqual([]);
  });
});
