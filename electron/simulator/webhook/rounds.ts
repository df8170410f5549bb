import { companiesOf, companyById } from '../data/companies-of-profile.ts';
import type { ServiceState } from '../service/state.ts';
import { visibleRounds, type Company, type Round } from '../data/company-model.ts';
import type { World } from '../data/world.ts';

export interface CompanyRound {
  readonly company: Company;
  readonly round: Round;
}

/** A position in the list of all rounds, which is sorted by publication time. */
export interface RoundCursor {
  /**
   * Returns the next round and moves the cursor past it. Returns null if the next round has not been
   * published by `nowMs`. The cursor never moves back, even if the clock is set back.
   */
  next(nowMs: number): CompanyRound | null;
  /** Skips the rounds published by `nowMs`. */
  skipTo(nowMs: number): void;
}

export function createRoundCursor(world: World): RoundCursor {
  const rounds = world.companies
    .flatMap((company) => company.rounds.map((round) => ({ company, round })))
    .sort((a, b) => a.round.publishedAtMs - b.round.publishedAtMs || (a.round.id < b.round.id ? -1 : 1));
  let position = 0;
  const next: RoundCursor['next'] = (nowMs) => {
    const upcoming = rounds[position];
    if (!upcoming || upcoming.round.publishedAtMs > nowMs) return null;
    position += 1;
    return upcoming;
  };
  return {
    next,
    skipTo: (nowMs) => {
      while (next(nowMs)) continue;
    },
  };
}

/**
 * Returns the most recently published round.
 * @throws RangeError if no round has been published
 */
export function newestKnown(world: World, nowMs: number): CompanyRound {
  const known = world.companies.flatMap((company) =>
    visibleRounds(company, nowMs).map((round) => ({ company, round })),
  );
  const newest = known.reduce<CompanyRound | null>(
    (best, item) => (best && best.round.publishedAtMs >= item.round.publishedAtMs ? best : item),
    null,
  );
  if (!newest) throw new RangeError('no round is published yet');
  return newest;
}

/**
 * Finds a round by its id, even if it is not published yet. If only `companyId` is given, finds the company's
 * newest published round or, if none is published, its first round.
 * @throws RangeError if the id is unknown
 */
export function findRound(
  { world, profile }: Pick<ServiceState, 'world' | 'profile'>,
  nowMs: number,
  { companyId, roundId }: { readonly companyId?: string | undefined; readonly roundId?: string | undefined },
): CompanyRound {
  const company =
    companyId === undefined
      ? companiesOf(world, profile).find(({ rounds }) => rounds.some(({ id }) => id === roundId))
      : companyById(world, profile, companyId);
  const round = company?.rounds.find(({ id }) => id === roundId) ?? newestOf(company, nowMs);
  if (!company || !round) throw new RangeError(`no company or round has the id ${companyId ?? roundId}`);
  return { company, round };
}

const newestOf = (company: Company | undefined, nowMs: number): Round | undefined =>
  company && (visibleRounds(company, nowMs).at(-1) ?? company.rounds[0]);
