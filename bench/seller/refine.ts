import type { Random } from '../../electron/simulator/data/random.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import { DAY_MS, dateOf } from './month.ts';
import type { Row } from './oracle.ts';

/*
 * How the user changes the filter within a session. The shares are assumptions, fixed before any client was
 * measured. 80% of the changes narrow the feed by a field that the feed's rows show. 12% narrow it by a field
 * that the rows do not show, so a client cannot compute the result from stored rows. The other changes switch
 * to another country or to the previous week.
 */
const SHARES = { narrowing: 0.8, hidden: 0.12 } as const;

export type RefinementKind = 'narrowing' | 'hidden' | 'leaving';

export interface Refinement {
  readonly kind: RefinementKind;
  readonly query: FundingsQuery;
}

export interface RefineContext {
  readonly random: Random;
  /** The query to refine. It may be the feed's query or an already refined one. */
  readonly feed: FundingsQuery;
  /** The rows of the feed. The user narrows the filter to values seen in these rows. */
  readonly rows: readonly Row[];
  readonly atMs: number;
}

export function refine(context: RefineContext): Refinement {
  const share = context.random.next();
  if (share < SHARES.narrowing) return { kind: 'narrowing', query: narrow(context) };
  if (share < SHARES.narrowing + SHARES.hidden) return { kind: 'hidden', query: narrowByHidden(context) };
  return { kind: 'leaving', query: leaveFeed(context) };
}

type Change = Partial<FundingsQuery>;

function narrow({ random, feed, rows, atMs }: RefineContext): FundingsQuery {
  const seen = (values: readonly string[]): string[] => [...new Set(values)].sort();
  const chooseOne = (values: readonly string[], as: (value: string) => Change) => (): Change =>
    values.length === 0 ? {} : as(random.pick(values));
  const changes = [
    chooseOne(feed.stages, (stage) => ({ stages: [stage] })),
    chooseOne(feed.countries, (country) => ({ countries: [country] })),
    chooseOne(seen(rows.flatMap(({ industries }) => industries)), (industry) => ({ industries: [industry] })),
    chooseOne(seen(rows.flatMap(({ tags }) => tags)), (tag) => ({ tags: [tag] })),
    // If the query covers the previous week, the new start must not be after the query's end.
    (): Change => {
      const start = dateOf(atMs - random.pick([0, 1, 2, 3]) * DAY_MS);
      return { fundingDateStart: start < feed.fundingDateEnd ? start : feed.fundingDateEnd };
    },
  ];
  return { ...feed, ...random.pick(changes)() };
}

const WORDS = ['platform', 'data', 'health', 'energy', 'robot', 'payments', 'security', 'software'];
const TECHNOLOGIES = ['Ember CRM', 'Tally Analytics', 'Quartz DB', 'Nimbus Cloud', 'Orbit Pay', 'Fable Desk'];
const SIZES = ['1-10', '11-50', '51-200', '201-1000'];

function narrowByHidden({ random, feed }: RefineContext): FundingsQuery {
  const changes: readonly (() => Change)[] = [
    () => ({ search: random.pick(WORDS) }),
    () => ({ technologies: [random.pick(TECHNOLOGIES)] }),
    () => ({ companySizes: [random.pick(SIZES)] }),
    () => ({ validatedContacts: true }),
    () => ({ hasOpenRoles: true }),
  ];
  return { ...feed, ...random.pick(changes)() };
}

const NEIGHBOURS = 'IT PL PT DK NO BE AT JP KR MX'.split(' ');

function leaveFeed({ random, feed, atMs }: RefineContext): FundingsQuery {
  if (random.chance(0.5)) return { ...feed, countries: [random.pick(NEIGHBOURS)] };
  const date = (daysAgo: number): string => dateOf(atMs - daysAgo * DAY_MS);
  return { ...feed, fundingDateStart: date(13), fundingDateEnd: date(7) };
}
