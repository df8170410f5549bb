import { startOfDayMs } from './calendar.ts';
import type { Country } from './data/countries.ts';
import type { Sector } from './data/sectors.ts';
import type { Tag } from './data/tags.ts';
import { createDetails, type Details } from './details.ts';
import { makeCompany } from './make-company.ts';
import { makeTwins } from './population.ts';

export interface Investor {
  readonly name: string;
  readonly type: 'lead' | 'participant';
}

export interface Round {
  readonly id: string;
  readonly companyId: string;
  readonly stage: string;
  readonly currency: string;
  /** In `currency`; null when undisclosed. */
  readonly amount: number | null;
  readonly amountUsd: number | null;
  /** The calendar date as announced, `YYYY-MM-DD`. */
  readonly announcedOn: string;
  /** The same date with a local time and its UTC offset. */
  readonly announcedAt: string;
  /** From this instant the service knows the round. */
  readonly publishedAtMs: number;
  readonly investors: readonly Investor[];
}

export interface Company {
  readonly id: string;
  /** Seed of everything that is derived on demand. */
  readonly seed: number;
  /** Of the ids of everything that is derived; differs from `seed` in duplicates only. */
  readonly recordSeed: number;
  readonly name: string;
  readonly slug: string;
  readonly sector: Sector;
  readonly country: Country;
  readonly city: string;
  readonly size: string;
  readonly industries: readonly string[];
  readonly tags: readonly Tag[];
  /** Oldest first, those of the future included: ask `visibleRounds`. */
  readonly rounds: readonly Round[];
  readonly contactCount: number;
  /** At least one contact has an e-mail address. */
  readonly hasValidatedContacts: boolean;
  readonly hasTechStack: boolean;
}

/** All there is and ever will be, the same for the same seed, size and epoch. */
export interface World {
  readonly epochMs: number;
  readonly companies: readonly Company[];
  readonly byId: ReadonlyMap<string, Company>;
  readonly details: Details;
  /** Duplicates of some companies, by their ids; only a profile that asks for them sees them. */
  twins(): ReadonlyMap<string, Company>;
}

/** A world whose companies are made when they are first asked for, or bit by bit before. */
export interface GrowingWorld extends World {
  /** Makes some more of them, for about 5 ms. @returns whether some are left to make */
  grow(): boolean;
}

export interface WorldOptions {
  readonly seed: number;
  /** Companies known at the epoch; half as many again appear during the following months. */
  readonly companies: number;
  /** The data set's today; rounds are dense in the 60 days before it and go on for `FUTURE_DAYS` after it. */
  readonly epochMs: number;
}

export const FUTURE_DAYS = 430;
const NEWCOMERS = 0.5;

export const COMPANY_SIZES: readonly string[] = ['1-10', '11-50', '51-200', '201-1000', '1000+'];

/** As observed, in the spelling of /filters [§2.12]. */
export const STAGES: readonly string[] = [
  'Pre-Seed',
  'Seed',
  'Series A',
  'Series B',
  'Series C+',
  'Debt',
  'Bootstrapped',
  'undisclosed',
];

/** At once, so that an app that goes on meanwhile is not held up; each takes about 25 µs. */
const GROWN_AT_ONCE = 200;

/** Generates the companies and their rounds; everything else of a company is derived when asked for. */
export function createWorld(options: WorldOptions): GrowingWorld {
  const epochMs = startOfDayMs(options.epochMs);
  const takenSlugs = new Set<string>();
  const total = options.companies + Math.ceil(options.companies * NEWCOMERS);
  const made: Company[] = [];
  const growTo = (count: number): void => {
    for (let index = made.length; index < Math.min(count, total); index += 1) {
      const isNewcomer = index >= options.companies;
      made.push(makeCompany({ worldSeed: options.seed, index, isNewcomer, epochMs, takenSlugs }));
    }
  };
  const companies = (): readonly Company[] => {
    growTo(total);
    return made;
  };
  let byId: ReadonlyMap<string, Company> | null = null;
  let twins: ReadonlyMap<string, Company> | null = null;
  return {
    epochMs,
    get companies() {
      return companies();
    },
    get byId() {
      byId ??= new Map(companies().map((company) => [company.id, company]));
      return byId;
    },
    details: createDetails(epochMs),
    // Few profiles want them, so they are made when first asked for.
    twins: () => (twins ??= makeTwins(companies())),
    grow: () => {
      growTo(made.length + GROWN_AT_ONCE);
      return made.length < total;
    },
  };
}

/** The rounds that the service knows at `nowMs`, oldest first. A company without any does not exist yet. */
export const visibleRounds = (company: Company, nowMs: number): readonly Round[] =>
  company.rounds.filter((round) => round.publishedAtMs <= nowMs);
