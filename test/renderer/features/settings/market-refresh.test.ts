import { expect, test } from 'vitest';
import { Market } from '../../../../renderer/features/settings/market/market.svelte.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import { DEFAULT_WEIGHTS } from '../../../../shared/fit.ts';
import type { BuyerRoles } from '../../../../shared/model/buyer-roles.ts';

/* Tests how the settings reload the saved market and buyer roles after a change. */

const nothing: BuyerRoles = { roles: [], keywords: [] };

/**
 * Returns a market state with a fake core that delays its replies to `get`. Each function in `waiting`
 * releases one delayed reply.
 */
function openMarket() {
  let stored: BuyerRoles | null = null;
  let publish: () => void = () => undefined;
  const waiting: (() => void)[] = [];
  const api = {
    market: {
      get: async () => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return { market: null, weights: DEFAULT_WEIGHTS, buyerRoles: stored, skipped: true, example: null };
      },
      setBuyerRoles: ({ buyerRoles }: { readonly buyerRoles: BuyerRoles }) => {
        stored = buyerRoles;
        return Promise.resolve({ undo: 'undo-1' });
      },
      onChanged: (listener: () => void) => {
        publish = listener;
        return () => undefined;
      },
    },
  };
  return { market: new Market(api as unknown as Api), waiting, publish: () => publish() };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('a change is complete only when the newest values are loaded, even if its event starts another load', async () => {
  const { market, waiting, publish } = openMarket();
  waiting.shift()?.();
  await settle();
  let isDone = false;
  const change = market.setBuyerRoles({ ...nothing, keywords: ['RevOps'] }).then(() => (isDone = true));
  await settle();
  publish();
  waiting.shift()?.();
  await settle();
  expect([isDone, market.buyerRoles]).toEqual([false, null]);
  waiting.shift()?.();
  await change;
  expect(market.buyerRoles).toEqual({ ...nothing, keywords: ['RevOps'] });
});
