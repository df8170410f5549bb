import { expect, it } from 'vitest';
import { runProposalMonth, type MonthResult } from '../support/assistants/proposal-month.ts';
import { IS_FULL } from '../support/common/full-size.ts';
import { reportFigures } from './figures.ts';

/*
 * Every request of an approved proposal has exactly one row in the ledger, and the row agrees with the
 * service's own log.
 */

const MONTHS = IS_FULL ? 5 : 1;
const DAYS = IS_FULL ? 30 : 4;

it(
  'after weeks of proposals, the ledger equals the service’s log, and only approved proposals were made',
  async () => {
    const months: MonthResult[] = [];
    for (let seed = 1; seed <= MONTHS; seed += 1) months.push(await runProposalMonth({ seed, days: DAYS }));
    const sum = (pick: (month: MonthResult) => number): number =>
      months.reduce((total, month) => total + pick(month), 0);
    expect(months.flatMap(({ wrong }) => wrong)).toEqual([]);
    const approved = sum(({ decided }) => decided.approve + decided.twice);
    const notMade = sum(
      ({ decided: { decline, ignore, dearer, ...by } }) => decline + ignore + dearer + by['too-cheap'],
    );
    expect(sum(({ served }) => served)).toBeGreaterThan(approved / 2);
    expect(sum(({ served }) => served)).toBeLessThanOrEqual(approved);
    expect([approved > MONTHS, notMade > MONTHS]).toEqual([true, true]);
    if (IS_FULL) expect(sum(({ unknown }) => unknown)).toBeGreaterThan(0);
    reportFigures([
      `C10 proposals: ${MONTHS} months, ${sum(({ proposed }) => proposed)} proposed, ${approved} approved (${sum(({ decided }) => decided.twice)} of them three times at once), ` +
        `${notMade} declined, expired, dearer or approved below their price; ${sum(({ served }) => served)} requests in the service’s log, each with one row in the ledger, ` +
        `${sum(({ unknown }) => unknown)} with a lost answer, none sent again; 0 differences`,
    ]);
  },
  240_000 + MONTHS * 120_000,
);
