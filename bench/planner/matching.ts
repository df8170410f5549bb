import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BuyerRoles } from '../../shared/model/buyer-roles.ts';
import { runMonth, type MonthFigures } from './month.ts';

/*
 * Measures the records spent for a seller who wants only contacts with certain job titles. Runs the month of
 * `month.ts` once with the frozen planner, and once with the current planner, which uses the buyer roles.
 */

/**
 * A seller and the contacts that the seller wants. `titles` lists the simulator's titles that the seller wants,
 * including those that the product does not recognise.
 */
interface RoleSeller {
  readonly name: string;
  readonly buyerRoles: BuyerRoles;
  readonly titles: readonly string[];
}

const leadersOf = (department: BuyerRoles['roles'][number]['department']): BuyerRoles => ({
  roles: [{ department, seniorities: ['director', 'executive'] }],
  keywords: [],
});

/**
 * The benchmark checks its goal only for the first seller, who wants one of the simulator's 18 titles. The
 * others want two titles each, so more of the companies have a match and matching saves fewer records.
 */
export const ROLE_SELLERS: readonly RoleSeller[] = [
  { name: 'people leaders', buyerRoles: leadersOf('hr'), titles: ['Head of People'] },
  {
    name: 'finance leaders',
    buyerRoles: leadersOf('finance'),
    titles: ['Chief Financial Officer', 'Head of Finance'],
  },
  { name: 'sales leaders', buyerRoles: leadersOf('sales'), titles: ['VP Sales', 'Head of Partnerships'] },
];

interface MatchingFigures {
  readonly records: number;
  /** Number of fetched contacts with one of the seller's titles. */
  readonly matching: number;
  readonly busiestDay: number;
  readonly refused: number;
}
export interface MatchingMonth {
  readonly seller: string;
  readonly baseline: MatchingFigures;
  readonly planner: MatchingFigures;
}

const matchingIn = (
  { records, titles, busiestDay, refused }: MonthFigures,
  seller: RoleSeller,
): MatchingFigures => ({
  records,
  busiestDay,
  refused,
  matching: seller.titles.reduce((sum, title) => sum + (titles[title] ?? 0), 0),
});

/** Number of records spent per matching contact; infinite if no contact matches. */
export const recordsEach = ({ records, matching }: Pick<MatchingFigures, 'records' | 'matching'>): number =>
  records / matching;

export async function runMatchingMonths(seed: number): Promise<MatchingMonth[]> {
  const frozen = await runFrozen(seed);
  const months: MatchingMonth[] = [];
  for (const seller of ROLE_SELLERS) {
    const current = await runMonth(seed, 'planner', seller.buyerRoles);
    months.push({
      seller: seller.name,
      baseline: matchingIn(frozen, seller),
      planner: matchingIn(current, seller),
    });
  }
  return months;
}

/**
 * Runs a month with the frozen planner in a separate process, because loading this planner replaces a module
 * of the product.
 */
async function runFrozen(seed: number): Promise<MonthFigures> {
  const file = new URL('baseline-process.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [file, String(seed)]);
  return JSON.parse(stdout) as MonthFigures;
}
