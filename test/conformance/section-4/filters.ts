import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companiesQuery,
  required,
  ignore,
  lastCall,
  listAt,
  numberAt,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
} from '../kit/requests.ts';

/*
 * Rows R-4-2-g to R-4-2-o of the requirements: the filters of `/companies`. The test for each row sends the
 * row's filter through the client and checks the returned companies.
 */

/** A filter of `/companies`, and how to choose and check its value. */
interface Filter {
  readonly letter: string;
  readonly parameter: string;
  readonly title: string;
  /** The name of the filter in the client's query. */
  readonly field: string;
  readonly isList: boolean;
  /** Returns a value that some companies have and others do not. */
  choose(bench: Bench, ids: readonly string[]): Promise<string>;
  /** Returns whether a returned company has the value. */
  holds(bench: Bench, item: unknown, value: string): Promise<boolean>;
  /**
   * Another spelling of the value. `same`: whether the service must return the same rows for both spellings.
   */
  readonly spelling?: { write(value: string): string; readonly same: boolean };
}

const detailOf = async (bench: Bench, id: string): Promise<unknown> =>
  (await getPath(bench, `/companies/${id}`)).body;
const idOf = (item: unknown): string => textAt(item, 'id');

/** Creates a `choose` function that returns the string at `path` in the first company detail that has one. */
const fromDetail =
  (path: string) =>
  async (bench: Bench, ids: readonly string[]): Promise<string> => {
    for (const id of ids) {
      const value = pick(await detailOf(bench, id), path);
      if (typeof value === 'string') return value;
    }
    throw new Error(`no company has ${path}`);
  };
const inDetail =
  (list: string, name: string | null) =>
  async (bench: Bench, item: unknown, value: string): Promise<boolean> =>
    listAt(await detailOf(bench, idOf(item)), list).some(
      (one) => (name === null ? one : pick(one, name)) === value,
    );

const constant = (value: string) => (): Promise<string> => Promise.resolve(value);
const itself = (path: string) => (_bench: Bench, item: unknown, value: string) =>
  Promise.resolve(pick(item, path) === value);

const FILTERS: readonly Filter[] = [
  {
    letter: 'g',
    parameter: 'countries',
    title: 'countries by code',
    field: 'countries',
    isList: true,
    choose: constant('GB'),
    holds: itself('country'),
  },
  {
    letter: 'h',
    parameter: 'stages',
    title: 'stages, Series C+ too, any case',
    field: 'stages',
    isList: true,
    choose: constant('Series C+'),
    holds: itself('stage'),
    spelling: { write: (value) => value.toLowerCase(), same: true },
  },
  {
    letter: 'i',
    parameter: 'industries',
    title: 'industries, exact',
    field: 'industries',
    isList: true,
    choose: fromDetail('industries[0]'),
    holds: inDetail('industries', null),
    spelling: { write: (value) => value.toLowerCase(), same: false },
  },
  {
    letter: 'j',
    parameter: 'technologies',
    title: 'technologies',
    field: 'technologies',
    isList: true,
    choose: fromDetail('tech_stack.technologyNames[0]'),
    holds: inDetail('tech_stack.technologyNames', null),
  },
  {
    letter: 'k',
    parameter: 'company_size',
    title: 'size bucket 1000+',
    field: 'companySizes',
    isList: true,
    choose: constant('1000+'),
    // No response contains the company's size, so the returned companies cannot be checked.
    holds: () => Promise.resolve(true),
  },
  {
    letter: 'l',
    parameter: 'investors',
    title: 'investors by name',
    field: 'investors',
    isList: true,
    choose: async (bench, ids) => {
      for (const id of ids) {
        const name = pick(
          (await getPath(bench, `/companies/${id}/fundings`)).body,
          'data[0].investors[0].name',
        );
        if (typeof name === 'string') return name;
      }
      throw new Error('no investor');
    },
    holds: async (bench, item, value) => {
      const rounds = rowsOf(await getPath(bench, `/companies/${idOf(item)}/fundings`));
      return rounds.some((round) => listAt(round, 'investors').some((one) => pick(one, 'name') === value));
    },
  },
  {
    letter: 'm',
    parameter: 'tags',
    title: 'tags by name',
    field: 'tags',
    isList: true,
    choose: fromDetail('tags[0].name'),
    holds: inDetail('tags', 'name'),
  },
  {
    letter: 'o',
    parameter: 'currency',
    title: 'currency',
    field: 'currency',
    isList: false,
    choose: constant('EUR'),
    holds: itself('currency'),
  },
  {
    letter: 'p',
    parameter: 'search',
    title: 'search in names and descriptions',
    field: 'search',
    isList: false,
    choose: async (bench, ids) => {
      const words = textAt(await detailOf(bench, required(ids[0], 'no company')), 'description').split(/\s+/);
      return required(
        words.find((word) => /^[a-z]{7,}$/.test(word)),
        'no long word',
      ).toUpperCase();
    },
    holds: async (bench, item, value) => {
      const detail = await detailOf(bench, idOf(item));
      const texts = ['companyName', 'description', 'industries'].map((name) =>
        JSON.stringify(pick(detail, name)),
      );
      return texts.join(' ').toUpperCase().includes(value);
    },
  },
];

async function exercise(bench: Bench, filter: Filter): Promise<void> {
  const path = `/companies?${LAST_60_DAYS}&limit=50`;
  const all = await getPath(bench, path);
  const value = await filter.choose(bench, rowsOf(all).map(idOf).slice(0, 6));
  bench.passMinute();
  const raw = async (text: string) =>
    getPath(bench, `${path}&${filter.parameter}=${encodeURIComponent(text)}`);
  const some = await raw(value);
  const total = numberAt(some.body, 'pagination.total');
  assert.ok(total > 0, `nothing has ${value}`);
  assert.ok(total < numberAt(all.body, 'pagination.total'), `${value} excludes nothing`);
  for (const item of rowsOf(some).slice(0, 4))
    assert.ok(await filter.holds(bench, item, value), `${idOf(item)} has no ${value}`);
  if (filter.spelling) {
    const other = await raw(filter.spelling.write(value));
    const same = numberAt(other.body, 'pagination.total') === total;
    assert.equal(same, filter.spelling.same, filter.spelling.write(value));
  }
  const { client, context } = await bench.core();
  const query = companiesQuery({ [filter.field]: filter.isList ? [value] : value });
  const { value: page } = await client.request({ endpoint: 'companies', query }, context(), ignore);
  assert.deepEqual(
    page.rows.map(({ company }) => company.companyId),
    rowsOf(some).map(idOf),
  );
  assert.equal(page.total, total);
  const sent = new URLSearchParams(lastCall(bench).query);
  assert.equal(sent.get(filter.isList ? `${filter.parameter}[]` : filter.parameter), value);
  assert.equal(lastCall(bench).unknownParameters, undefined);
}

export const ROWS_4_FILTERS: readonly Row[] = FILTERS.map((filter) => ({
  id: `R-4-2-${filter.letter}`,
  title: filter.title,
  part: 'C+S',
  run: async ({ open }) => exercise(await open({ companies: 600 }), filter),
}));
