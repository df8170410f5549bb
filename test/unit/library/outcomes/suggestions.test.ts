import { describe, expect, it } from 'vitest';
import {
  createSuggester,
  type ContactedCompany,
} from '../../../../electron/core/library/outcomes/suggestions.ts';
import { putPreference } from '../../../../electron/core/database/queries/yours/preferences.ts';
import { createMarketChanges } from '../../../../electron/core/user-data/market.ts';
import { recordChange, undoChange } from '../../../../electron/core/user-data/undo-journal.ts';
import { createStatuses } from '../../../../electron/core/user-data/statuses.ts';
import { readMarket, readWeights } from '../../../../electron/core/market/market-settings.ts';
import { run } from '../../../../electron/core/database/sql.ts';
import { DEFAULT_WEIGHTS } from '../../../../shared/fit.ts';
import type { FitFacts } from '../../../../shared/model/fit.ts';
import { marketSchema } from '../../../../shared/model/market.ts';
import { outcomeSuggestionsSchema } from '../../../../shared/model/outcomes/outcomes.ts';
import { statusIdSchema } from '../../../../shared/model/user-data.ts';
import { noJournal } from '../../../support/app/no-journal.ts';
import { insertCompany, NOW, outcomeWorld } from './outcome-world.ts';

const MARKET = marketSchema.parse({
  countries: [],
  stages: ['Seed', 'Series B'],
  industries: [],
  technologies: [],
});
const SETTINGS = { market: MARKET, weights: DEFAULT_WEIGHTS };

function suggestChanges(
  companies: readonly ContactedCompany[],
  settings: typeof SETTINGS,
  decided: number,
): ReturnType<ReturnType<typeof createSuggester>['suggest']> {
  const suggester = createSuggester(settings);
  for (const company of companies) suggester.add(company);
  return suggester.suggest(decided);
}

const contacted = (count: number, replied: number, facts: Partial<FitFacts>): ContactedCompany[] =>
  Array.from({ length: count }, (_, at) => ({
    facts: {
      companyId: `c${at}`,
      name: 'Company',
      stage: null,
      amount: null,
      amountUsd: null,
      countryCode: null,
      countryName: null,
      industries: [],
      technologies: null,
      hiring: null,
      ...facts,
    },
    hasReplied: at < replied,
  }));
const hiring = [...contacted(25, 15, { hiring: true }), ...contacted(75, 15, { hiring: false })];

describe('a suggestion', () => {
  it('changes a weight if the companies that match reply more often than chance explains', () => {
    const { suggestions } = suggestChanges(hiring, SETTINGS, 20);
    expect(suggestions).toMatchObject([
      {
        change: { kind: 'weight', part: 'hiring', from: 5, to: 10, weights: { hiring: 10, stage: 25 } },
        matching: { contacted: 25, replied: 15 },
        others: { contacted: 75, replied: 15 },
        filters: { hiring: true, outcome: { step: 'contacted' } },
      },
    ]);
    const weights = { ...DEFAULT_WEIGHTS, hiring: 10 };
    expect(suggestChanges(hiring, { market: MARKET, weights }, 20).suggestions).toEqual([]);
    const same = [...contacted(25, 5, { hiring: true }), ...contacted(75, 15, { hiring: false })];
    expect(suggestChanges(same, SETTINGS, 20).suggestions).toEqual([]);
  });

  it('shows the companies that match the part of the market', () => {
    const companies = [
      ...contacted(20, 12, { stage: 'Seed' }),
      ...contacted(20, 10, { stage: 'Series B' }),
      ...contacted(40, 2, { stage: 'Series C' }),
    ];
    const [weight] = suggestChanges(companies, SETTINGS, 20).suggestions;
    expect(weight).toMatchObject({
      change: { kind: 'weight', part: 'stage', from: 25, to: 50 },
      matching: { contacted: 40, replied: 22 },
      filters: { stages: ['seed', 'series b'], hiring: null, outcome: { step: 'contacted' } },
    });
    const large = [
      ...contacted(20, 12, { amount: { text: '9M', value: 9_000_000, currency: null } }),
      ...contacted(40, 2, { amount: { text: '1M', value: 1_000_000, currency: null } }),
    ];
    const market = { ...MARKET, minAmount: '5M' };
    expect(suggestChanges(large, { ...SETTINGS, market }, 20).suggestions).toMatchObject([
      { change: { kind: 'weight', part: 'size' }, filters: null },
    ]);
  });

  it('needs 20 decided outcomes', () => {
    expect(suggestChanges(hiring, SETTINGS, 19)).toEqual({ suggestions: [], pending: [] });
    expect(suggestChanges(hiring, SETTINGS, 20).suggestions).toHaveLength(1);
  });

  it('needs ten contacted companies in each group', () => {
    const few = [...contacted(9, 9, { hiring: true }), ...contacted(75, 0, { hiring: false })];
    expect(suggestChanges(few, SETTINGS, 20)).toEqual({ suggestions: [], pending: ['stage', 'hiring'] });
  });

  it('removes a value of the market whose companies reply less often, and adds one that does better', () => {
    const companies = [
      ...contacted(30, 9, { stage: 'Seed' }),
      ...contacted(30, 1, { stage: 'Series B' }),
      ...contacted(30, 20, { stage: 'Series A' }),
    ];
    const changes = suggestChanges(companies, SETTINGS, 30).suggestions.flatMap(({ change }) =>
      change.kind === 'weight'
        ? []
        : [{ kind: change.kind, value: change.value, stages: change.market.stages }],
    );
    expect(changes).toEqual([
      { kind: 'add', value: 'Series A', stages: ['Seed', 'Series B', 'Series A'] },
      { kind: 'remove', value: 'Series B', stages: ['Seed'] },
    ]);
  });

  it('counts won and lost companies, and one undo takes an applied change back', async () => {
    const { files, reader } = outcomeWorld();
    const { yours, cache } = files;
    expect(await reader.readSuggestions()).toMatchObject({ hasMarket: false, decided: 0, companies: 0 });
    putPreference(yours, { name: 'market', value: JSON.stringify(MARKET), setAtMs: NOW });
    const statuses = createStatuses(yours, noJournal);
    for (let at = 0; at < 40; at += 1) {
      const companyId = `c${at}`;
      insertCompany(cache, companyId);
      const stage = at < 20 ? 'Seed' : 'Series B';
      run(cache, 'UPDATE company SET stage = :stage WHERE company_id = :companyId', { companyId, stage });
      const status = statusIdSchema.parse(at < 15 ? 'won' : 'contacted');
      statuses.set([{ companyId, companyName: '' }], status, NOW);
      if (at >= 15) statuses.set([{ companyId, companyName: '' }], statusIdSchema.parse('lost'), NOW);
    }
    const suggested = await reader.readSuggestions();
    expect(outcomeSuggestionsSchema.safeParse(suggested).error).toBeUndefined();
    expect(suggested).toMatchObject({ hasMarket: true, decided: 40, companies: 40 });
    const change = suggested.suggestions[0]?.change;
    if (change === undefined || change.kind === 'weight') throw new Error('no change of the market');
    expect(change).toMatchObject({ kind: 'remove', value: 'Series B' });
    const { recorded } = recordChange(yours, { what: 'market-set', atMs: NOW }, (journal) =>
      createMarketChanges(yours, journal).set(change.market, NOW),
    );
    expect(readMarket(yours)?.stages).toEqual(['Seed']);
    undoChange(yours, recorded.undo ?? '', NOW);
    expect(readMarket(yours)?.stages).toEqual(['Seed', 'Series B']);
    expect(readWeights(yours)).toEqual(DEFAULT_WEIGHTS);
  });
});
