import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Amount, Round } from '../../../../shared/model/company.ts';
import { compiled } from '../../support/compiled.ts';

/* The rounds of a company, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });
const stamp = { source: 'rounds', fetchedAtMs: 0 } as const;

const round = (roundId: string, amount: Amount, amountUsd: number | null): Round => ({
  roundId,
  stage: 'Seed',
  amount,
  amountUsd,
  announcedOn: '2026-05-01',
  investors: [],
  storedInvestors: 0,
  stamp,
});
const amount = (text: string, value: number, currency: string | null): Amount => ({
  text,
  value,
  precision: 'exact',
  currency,
});

/** Renders the panel. `change` adds or replaces props. */
async function bodyOf(rounds: readonly Round[], change: object = {}): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/company/panels/Rounds.svelte');
  const props = {
    view: {
      row: { name: 'Halden Grid' },
      rounds,
      totalRounds: rounds.length,
      raisedUsd: null,
      stamps: { allRounds: stamp, rounds: stamp },
    },
    panel: { price: { preview: null, busy: false }, error: null },
    full: true,
    textScale: 1,
    nowMs: 0,
    fetch: () => undefined,
    ...change,
  };
  return renderedSchema.parse({ body: render(component, { props }).body }).body;
}

/** Returns the text of each amount's cell. */
async function amountsOf(rounds: readonly Round[]): Promise<string[]> {
  const body = await bodyOf(rounds);
  return [...body.matchAll(/<td class="num nowrap[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
    cell
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

test('each round shows its currency, the service’s US dollars, or that it has no currency', async () => {
  const rounds = [
    round('1', amount('NOK 95000000', 95e6, 'NOK'), 9e6),
    round('2', amount('€3200000', 3.2e6, 'EUR'), null),
    round('3', amount('4000000', 4e6, null), null),
    round('4', amount('$5000000', 5e6, 'USD'), 5e6),
  ];
  expect(await amountsOf(rounds)).toEqual(['NOK 95M $9M', '€3.2M', '4M no currency', '$5M']);
});

test('a round found by a search shows that its investors are not fetched, and their price', async () => {
  const found = { ...round('1', amount('5M', 5e6, null), null), investors: null };
  const preview = {
    cost: { requests: 1, records: 10, pageTurns: 0, companies: 1 },
    certainty: 'about',
    lines: [],
    binding: 'month-records',
    decision: { kind: 'go' },
    instead: null,
  };
  const change = {
    full: false,
    view: {
      row: { name: 'Halden Grid' },
      rounds: [found, { ...found, roundId: '2' }],
      totalRounds: null,
      raisedUsd: null,
      stamps: { allRounds: null, rounds: stamp },
    },
    panel: { price: { preview, busy: false }, error: null },
  };
  const text = (await bodyOf([], change)).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(text.match(/Investors not fetched/g)).toHaveLength(1);
  expect(text).toContain('Fetch all rounds to see investors, currencies and US dollar amounts.');
  expect(text).toContain('The full list costs about 10 records.');
  expect(text).toMatch(/Fetch all.*about 10 records/);
});
