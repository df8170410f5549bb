import { expect, test } from 'vitest';
import {
  applySuggestion,
  evidenceText,
  suggestionTitle,
} from '../../../../renderer/features/insights/outcomes/suggestion.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import type { OutcomeSuggestion, OutcomeSuggestions } from '../../../../shared/model/outcomes/outcomes.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

async function opened() {
  const fixture = createFixture(STATES.account);
  const api = createApi<typeof contract>(fixture.port);
  const { suggestions } = (await fixture.handlers.outcomes.suggestions({})) as OutcomeSuggestions;
  const [suggestion] = suggestions;
  if (suggestion === undefined) throw new Error('no suggestion');
  return { api, suggestion };
}

test('a suggestion states its change and its evidence in counts', async () => {
  const { suggestion } = await opened();
  expect(suggestionTitle(suggestion)).toBe('Increase the weight of hiring');
  expect(evidenceText(suggestion)).toBe(
    'Companies that are hiring: 12 replies from 25 contacted companies (48%). Other contacted companies: 20 replies from 93 (22%).',
  );
  const market = {} as never;
  const change = { kind: 'remove', field: 'countries', value: 'NO', market } as const;
  const remove: OutcomeSuggestion = { ...suggestion, change, matching: { contacted: 22, replied: 1 } };
  expect(suggestionTitle(remove)).toBe('Remove Norway from your market');
  expect(evidenceText(remove)).toBe(
    'Norway: 1 reply from 22 contacted companies (5%). Other contacted companies: 20 replies from 93 (22%).',
  );
});

test('a suggestion is applied with one click, and offers its undo', async () => {
  const { api, suggestion } = await opened();
  const offered: unknown[] = [];
  // The fixture has no undo journal, so this function provides an undo token.
  const setWeights: typeof api.market.setWeights = async (input) => {
    await api.market.setWeights(input);
    return { undo: '7' };
  };
  const app = {
    api: { ...api, market: { ...api.market, setWeights } },
    change: async (work: () => Promise<void>): Promise<boolean> => {
      await work();
      return true;
    },
    undo: { offer: (message: string, undo: string | null) => offered.push([message, undo]) },
  };
  await applySuggestion(app as never, suggestion);
  expect((await api.market.get({})).weights.hiring).toBe(10);
  expect(offered).toEqual([['Applied: Increase the weight of hiring', '7']]);
});
