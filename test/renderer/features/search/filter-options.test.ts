import { describe, expect, test } from 'vitest';
import type * as OptionsModule from '../../../../renderer/features/search/filter-options.svelte.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { Api, contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* Tests which values the filter fields offer, depending on the service's lists. */
const load = compiled();
type Field = Parameters<Api['search']['suggest']>[0]['field'];

/**
 * Returns the state of the filter options. The simulated service lists exactly the values in `lists`. If
 * `lists` is null, filter options have never been loaded.
 */
async function options(lists: Readonly<Partial<Record<Field, readonly string[]>>> | null) {
  const { FilterOptionsState } = (await load(
    '/renderer/features/search/filter-options.svelte.ts',
  )) as typeof OptionsModule;
  const { port } = createFixture(STATES.account);
  const api: Api = createApi<typeof contract>({
    ...port,
    subscribe: (listener) => port.subscribe(listener),
    request: (channel, input) => {
      if (channel !== 'search.suggest') return port.request(channel, input);
      const { field, text } = input as { field: Field; text: string };
      const all = lists?.[field] ?? [];
      const found = all.filter((value) => value.toLowerCase().includes(text.trim().toLowerCase()));
      const values = found.map((value) => ({ value, label: value }));
      const fetchedAtMs = lists === null ? null : 1;
      const value = { values, total: values.length, listed: all.length > 0, fetchedAtMs };
      return Promise.resolve({ ok: true, value });
    },
  });
  const state = new FilterOptionsState(api);
  await state.read();
  const offered = async (field: Field, text: string) =>
    (await state.suggest(field, text)).values.map(({ label }) => label);
  return { state, offered };
}

describe('a field of the filters', () => {
  test.each(['industries', 'stages', 'companySizes', 'tags', 'technologies', 'investors'] as const)(
    'takes any text before options were loaded: %s',
    async (field) => {
      const { state, offered } = await options(null);
      expect(state.fetchedAtMs).toBeNull();
      expect(await offered(field, ' Rust ')).toEqual(['Rust']);
      expect(await offered(field, ' ')).toEqual([]);
    },
  );

  test.each(['industries', 'stages', 'companySizes', 'tags', 'technologies'] as const)(
    'takes any text, with a mark, if the service lists no values: %s',
    async (field) => {
      const { state, offered } = await options({ currencies: ['EUR'] });
      expect(state.listed.includes(field)).toBe(false);
      expect(await offered(field, 'Rust')).toEqual(['Rust (not listed by the service)']);
    },
  );

  test('takes other text than the listed values for technologies and tags, and only those for industries', async () => {
    const { state, offered } = await options({
      technologies: ['Rust'],
      tags: ['b2b'],
      industries: ['Energy'],
    });
    expect(state.listed).toEqual(['industries', 'technologies', 'tags']);
    expect(await offered('technologies', 'rus')).toEqual(['Rust', 'rus (not listed by the service)']);
    expect(await offered('technologies', 'rust')).toEqual(['Rust']);
    expect(await offered('tags', 'b2c')).toEqual(['b2c (not listed by the service)']);
    expect(await offered('investors', 'Accel')).toEqual(['Accel']);
    expect(await offered('industries', 'Energ')).toEqual(['Energy']);
    expect(await offered('industries', 'Space')).toEqual([]);
  });

  test('suggests the industries that the service lists for another name', async () => {
    const { offered } = await options({ industries: ['Energy', 'Financial Services', 'Insurance'] });
    expect(await offered('industries', 'fintech')).toEqual(['Financial Services', 'Insurance']);
    expect(await offered('industries', 'FinT')).toEqual(['Financial Services', 'Insurance']);
    expect(await offered('industries', 'clean')).toEqual(['Energy']);
    expect(await offered('industries', 'f')).toEqual(['Financial Services']);
  });

  test('offers a listed value in place of one that the service does not list', async () => {
    const { state } = await options({ industries: ['Energy', 'Financial Services'], tags: ['b2b'] });
    await state.findReplacements([
      { field: 'industries', value: 'fintech' },
      { field: 'tags', value: 'b2c' },
    ]);
    expect(state.replacements).toEqual([{ field: 'industries', from: 'fintech', to: 'Financial Services' }]);
  });

  test('offers every country, and marks those that the service does not list', async () => {
    const without = await options({ industries: ['Energy'] });
    expect(await without.offered('countries', 'germ')).toEqual(['Germany (DE)']);
    const { offered } = await options({ countries: ['DE'] });
    expect(await offered('countries', 'DE')).toEqual(
      expect.arrayContaining(['DE', 'Denmark (DK) (not listed by the service)']),
    );
    expect(await offered('countries', '')).toEqual(['DE']);
  });

  test('offers common currencies if the service lists none', async () => {
    const { state } = await options({ industries: ['Energy'] });
    expect(state.currencies.slice(0, 2)).toEqual(['USD', 'EUR']);
    expect(state.currencies).toContain('SEK');
    expect((await options({ currencies: ['NOK', 'x'] })).state.currencies).toEqual(['NOK']);
  });
});
