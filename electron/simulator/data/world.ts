import { startOfDayMs } from './calendar.ts';
import { createDetails, type Details } from './company-details.ts';
import type { Company } from './company-model.ts';
import { makeCompany } from './make-company.ts';
import { mixSeed, opaqueId } from './random.ts';

/** The complete data set, deterministic for a seed, size and epoch. */
export interface World {
  readonly epochMs: number;
  readonly companies: readonly Company[];
  readonly byId: ReadonlyMap<string, Company>;
  readonly details: Details;
  /** Duplicates of some companies by id; only profiles that request them use them. */
  duplicates(): ReadonlyMap<string, Company>;
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

const NEWCOMER_SHARE = 0.5;

/** Companies created per step. Each takes about 25 µs, and the app must stay responsive. */
const COMPANIES_PER_STEP = 200;

/** Generates the companies and their rounds; other details are derived on demand. */
export function createWorld(options: WorldOptions): GrowingWorld {
  const epochMs = startOfDayMs(options.epochMs);
  const takenSlugs = new Set<string>();
  const total = options.companies + Math.ceil(options.companies * NEWCOMER_SHARE);
  const created: Company[] = [];
  const growTo = (count: number): void => {
    for (let index = created.length; index < Math.min(count, total); index += 1) {
      const isNewcomer = index >= options.companies;
      created.push(makeCompany({ worldSeed: options.seed, index, isNewcomer, epochMs, takenSlugs }));
    }
  };
  const companies = (): readonly Company[] => {
    growTo(total);
    return created;
  };
  let byId: ReadonlyMap<string, Company> | null = null;
  let duplicates: ReadonlyMap<string, Company> | null = null;
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
    duplicates: () => (duplicates ??= createDuplicates(companies())),
    grow: () => {
      growTo(created.length + COMPANIES_PER_STEP);
      return created.length < total;
    },
  };
}

/** One company in this many has a duplicate. */
const DUPLICATE_EVERY = 15;

/** Duplicates of the companies that differ only in their ids. */
function createDuplicates(companies: readonly Company[]): ReadonlyMap<string, Company> {
  const duplicates = companies
    .filter(({ seed }) => mixSeed(seed, 'twin') % DUPLICATE_EVERY === 0)
    .map((company): Company => {
      const id = opaqueId('cmp', company.seed, 'twin');
      const rounds = company.rounds.map((round) => ({
        ...round,
        id: opaqueId('fnd', round.id, 'twin'),
        companyId: id,
      }));
      return { ...company, id, rounds, recordSeed: mixSeed(company.seed, 'twin record') };
    });
  return new Map(duplicates.map((duplicate) => [duplicate.id, duplicate]));
}

/** The world without these companies. */
export function withoutCompanies(world: World, vanished: ReadonlySet<string>): World {
  if (vanished.size === 0) return world;
  const isRemaining = ({ id }: Company): boolean => !vanished.has(id);
  const byIdOf = (companies: readonly Company[]): ReadonlyMap<string, Company> =>
    new Map(companies.filter(isRemaining).map((company) => [company.id, company]));
  return {
    ...world,
    companies: world.companies.filter(isRemaining),
    byId: byIdOf(world.companies),
    duplicates: () => byIdOf([...world.duplicates().values()]),
  };
}
