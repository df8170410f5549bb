import { describe, expect, it } from 'vitest';
import type { Round } from '../../../../shared/model/company.ts';
import { roundsChart } from '../../../../renderer/features/company/panels/rounds-chart.ts';

const round = (roundId: string, value: number, currency: string | null, amountUsd: number | null): Round => ({
  roundId,
  stage: 'Seed',
  amount: { text: String(value), value, precision: 'exact', currency },
  amountUsd,
  announcedOn: `202${roundId}-03-01`,
  investors: null,
  storedInvestors: 0,
  stamp: { source: 'company', fetchedAtMs: 0 },
});
const heights = (rounds: readonly Round[]) => roundsChart(rounds)?.bars.map(({ height }) => height);

describe('the chart of rounds', () => {
  it('compares amounts in the currency that all rounds share', () => {
    expect(heights([round('4', 5e6, 'NOK', null), round('5', 10e6, 'NOK', null)])).toEqual([0.5, 1]);
  });
  it('compares different currencies in the service’s US dollars', () => {
    expect(heights([round('4', 5e6, 'NOK', 1e6), round('5', 2e6, 'EUR', 4e6)])).toEqual([0.25, 1]);
  });
  it('does not compare amounts without a currency, which may differ', () => {
    expect(roundsChart([round('4', 5e6, null, null), round('5', 10e6, null, null)])).toBeNull();
    expect(roundsChart([round('4', 5e6, null, null), round('5', 10e6, 'EUR', null)])).toBeNull();
  });
});
