import { startOfDayMs } from './calendar.ts';
import { createDetails, type Details } from './company-details.ts';
import type { Company } from './company-model.ts';
import { makeCompany } from './make-company.ts';
import { makeTwins } from './make-twins.ts';

/** The complete data set, deterministic for a seed, size and epoch. */
export interface World {
  readonly epochMs: number;
  readonly companies: readonly Company[];
  readonly byId: ReadonlyMap<string, Company>;
  readonly details: Details;
  /** Duplicates of some companies by id; only profiles that request them use them. */
  twins(): ReadonlyMap<string, Company>;
}

/** A world whose companies are created on first use or incrementally before. */
export interface GrowingWorld extends World {
  /**
   * Creates more companies for about 5 ms.
   * @returns whether some remain to be created
   */
  grow(): boolean;
}

export interface WorldOptions {
  readonly seed: number;
  /** Companies known at the epoch; half as many more appear during the following months. */
  readonly companies: number;
  /** The data set's today; rounds are dense in the 60 days before it and continue for `FUTURE_DAYS` after it. */
  readonly epochMs: number;
}

const NEWCOMERS = 0.5;

/** Companies created per step, so that the app stays responsive; each takes about 25 µs. */
const GROWN_AT_ONCE = 200;

/** Generates the companies and their rounds; other details are derived on demand. */
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
    // Few profiles need duplicates, so they are created on first use.
    twins: () => (twins ??= makeTwins(companies())),
    grow: () => {
      growTo(made.length + GROWN_AT_ONCE);
      return made.length < total;
    },
  };
}
