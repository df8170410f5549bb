import { MINUTE_MS } from '../data/calendar.ts';
import { buildFilter, applyUnknownValuePolicy } from './filter.ts';
import { readListQuery, type AmountNames, type ListQuery } from './list-query.ts';
import { failure, success, type Call, type Outcome } from './outcome.ts';
import { describePage, REACHABLE } from './pagination.ts';
import { companiesOf } from '../data/companies-of-profile.ts';
import { badParameter, isBad, type BadParameter } from './query-parameters.ts';
import { mixSeed } from '../data/random.ts';
import type { Profile } from '../profile/profile-options.ts';
import { createRowWriter, type RowWriter } from './rows.ts';
import type { Company, Round } from '../data/company-model.ts';

interface Match {
  readonly company: Company;
  readonly round: Round;
}

interface ListKind {
  readonly amounts: AmountNames;
  /**
   * Returns the rounds of one company that become rows. `rounds` contains the company's matching rounds,
   * newest first.
   */
  choose(rounds: readonly Round[]): readonly Round[];
  idOf(match: Match): string;
  write(writer: RowWriter, match: Match): unknown;
}

const COMPANIES: ListKind = {
  amounts: { min: 'min_funding', max: 'max_funding' },
  choose: (rounds) => rounds.slice(0, 1),
  idOf: ({ company }) => company.id,
  write: (writer, { company, round }) => writer.companyItem(company, round),
};
const FUNDINGS: ListKind = {
  amounts: { min: 'min_amount', max: 'max_amount' },
  choose: (rounds) => rounds,
  idOf: ({ round }) => round.id,
  write: (writer, { company, round }) => writer.fundingEvent(company, round),
};

/** Lists the companies with a matching round; each row shows the newest such round (spec §4.2). */
export const listCompanies = (call: Call): Outcome => list(call, COMPANIES);

/** Lists all matching rounds (spec §4.10). */
export const listFundings = (call: Call): Outcome => list(call, FUNDINGS);

function list(call: Call, kind: ListKind): Outcome {
  const { state, nowMs } = call;
  const { profile } = state;
  const parsed = readListQuery(call.params, kind.amounts, profile);
  const query = isBad(parsed) ? parsed : applyUnknownValuePolicy(parsed, profile);
  if (isBad(query)) return refuseParameter(query, profile);
  const matches = findMatches(call, query, kind);
  const page = matches.slice(query.offset, query.offset + query.limit);
  const isBeyondEnd = query.offset > 0 && query.offset >= matches.length;
  if (isBeyondEnd && profile.totalBeyondEnd === 'refused')
    return refuseParameter(badParameter('offset', 'offset is after the last row'), profile);
  if (isBeyondEnd && profile.totalBeyondEnd === 'not-found') return failure(404, { error: 'Page not found' });
  const writer = createRowWriter(profile);
  return success(
    {
      data: page.map((match) => kind.write(writer, match)),
      pagination: describePage(profile, nowMs, {
        position: { limit: echoedLimit(query, profile), offset: query.offset },
        found: isBeyondEnd ? foundBeyondEnd(matches.length, profile) : matches.length,
        hasMore: hasMore(query, page.length, matches.length, profile),
        salt: `${query.from} ${query.to} ${query.offset}`,
      }),
    },
    {
      rows: page.length,
      records: page.length,
      isPageTurn: profile.pageTurns.startsWith('after-first-page') ? query.offset > 0 : true,
    },
  );
}

/** @returns null if the service does not report the number of matches */
const foundBeyondEnd = (found: number, { totalBeyondEnd }: Profile): number | null =>
  totalBeyondEnd === 'counted' ? found : totalBeyondEnd === 'zero' ? 0 : null;

function refuseParameter(bad: BadParameter, profile: Profile): Outcome {
  const isDate = bad.parameter.startsWith('funding_date_');
  return failure(isDate ? profile.dateErrorStatus : 400, { error: bad.error });
}

function findMatches(call: Call, query: ListQuery, kind: ListKind): Match[] {
  const { world, profile } = call.state;
  const filter = buildFilter(query, world, profile, call.nowMs);
  const matches: Match[] = [];
  for (const company of companiesOf(world, profile)) {
    // Checks the rounds before the company, because the date range is cheap to check and excludes most
    // companies.
    const rounds = company.rounds.filter((round) => filter.round(round)).reverse();
    if (rounds.length === 0 || !filter.company(company)) continue;
    for (const round of kind.choose(rounds)) matches.push({ company, round });
  }
  return sortMatches(matches, kind, profile, call.nowMs);
}

function sortMatches(matches: Match[], kind: ListKind, profile: Profile, nowMs: number): Match[] {
  const salt = profile.sortOrder === 'drifting' ? Math.floor(nowMs / MINUTE_MS) : 0;
  const isByDate = profile.sortOrder === 'date-desc';
  const isShuffled = profile.sortOrder === 'shuffled' || profile.sortOrder === 'drifting';
  const keyed = matches.map((match) => ({
    match,
    id: kind.idOf(match),
    rank: isShuffled ? mixSeed(kind.idOf(match), salt) : 0,
  }));
  keyed.sort((a, b) => {
    if (isByDate && a.match.round.announcedOn !== b.match.round.announcedOn)
      return a.match.round.announcedOn < b.match.round.announcedOn ? 1 : -1;
    if (a.rank !== b.rank) return a.rank - b.rank;
    return a.id < b.id ? -1 : 1;
  });
  return keyed.map(({ match }) => match);
}

function hasMore(query: ListQuery, rows: number, found: number, { hasMoreAt500 }: Profile): boolean {
  const end = query.offset + rows;
  return rows > 0 && end < found && (end < REACHABLE || hasMoreAt500);
}

const echoedLimit = (query: ListQuery, profile: Profile): number =>
  ({ applied: query.limit, 'as-sent': query.requestedLimit, default: profile.defaultLimit })[
    profile.echoedLimit
  ];
