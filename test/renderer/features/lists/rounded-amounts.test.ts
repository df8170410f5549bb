import { expect, test } from 'vitest';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';

const load = compiled();

const AMOUNTS = {
  rounded: { text: '110M', value: 110e6, precision: 'rounded', currency: 'SEK' },
  exact: { text: '110000000', value: 110e6, precision: 'exact', currency: 'SEK' },
} as const;

test('a rounded amount has a sign only in the list of rounds, and a spoken word in rows', async () => {
  const { render } = await load('svelte/server');
  const { default: row } = await load('/renderer/features/today/TodayCells.svelte');
  const { default: cell } = await load('/renderer/features/company/panels/AmountCell.svelte');
  const api = createApi<typeof contract>(createFixture(STATES.account).port);
  const { queryId } = await api.library.open({});
  const [stored] = (await api.library.rows({ queryId, offset: 0, limit: 1 })).rows;
  const amountIn = (component: unknown, props: object): string | undefined =>
    String(render(component, { props }).body)
      .replaceAll(/<[^>]*>/g, '')
      .match(/≈?(?:about )?SEK 110M/)?.[0];
  for (const [precision, inRow, inRounds] of [
    ['rounded', 'about SEK 110M', '≈about SEK 110M'],
    ['exact', 'SEK 110M', 'SEK 110M'],
  ] as const) {
    const amount = AMOUNTS[precision];
    const company = { row: { ...stored, amount }, newsAtMs: null, isReceived: false };
    expect(amountIn(row, { company, selected: false, recipient: null, nowMs: 0 })).toBe(inRow);
    expect(amountIn(cell, { amount })).toBe(inRounds);
  }
});
