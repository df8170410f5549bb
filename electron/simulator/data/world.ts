import { startOfDayMs } from './calendar.ts';
import { createDetails, createManyDetails, type Details } from './company-details.ts';
import type { Company } from './company-model.ts';
import { makeCompany } from './make-company.ts';
import { mixSeed, opaqueId } from './random.ts';

/** The generated data. It depends only on the seed, the number of companies and the epoch. */
export interface World {
  readonly epochMs: number;
  readonly companies: readonly Company[];
  readonly byId: ReadonlyMap<string, Company>;
  readonly details: Details;
  /** The details for profiles with `companyRecords: 'many'`. */
  manyDetails(): Details;
  /** Duplicates of some companies, by the duplicate's id. Used only by profiles with `duplicateCompanies`. */
  duplicates(): ReadonlyMap<string, Company>;
}

/**
 * A world whose companies are created in steps. If a company is needed before it has been created, all
 * remaining companies are created at once.
 */
export interface GrowingWorld extends World {
  /**
   * Creates more companies, which takes about 5 ms.
   * @returns whether there are more companies to create
   */
  grow(): boolean;
}

export interface WorldOptions {
  readonly seed: number;
  /**
   * Number of companies that exist at the epoch. Half as many more are added in the months after the epoch.
   */
  readonly companies: number;
  /**
   * The day that the data treats as today. Rounds are densest in the 60 days before it, and continue for
   * `FUTURE_DAYS` after it.
   */
  readonly epochMs: number;
}

const NEWCOMER_SHARE = 0.5;

/**
 * Number of companies that one call to `grow` creates. Creating a company takes about 25 µs, so a call is
 * short enough for the app to stay responsive.
 */
const COMPANIES_PER_STEP = 200;

/** Creates companies with their rounds. Other details are derived on demand. */
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
  const details = createDetails(epochMs);
  let manyDetails: Details | null = null;
  return {
    epochMs,
    get companies() {
      return companies();
    },
    get byId() {
      byId ??= new Map(companies().map((company) => [company.id, company]));
      return byId;
    },
    details,
    manyDetails: () => (manyDetails ??= createManyDetails(details, epochMs)),
    // Created on first use, because few profiles need duplicates.
    duplicates: () => (duplicates ??= createDuplicates(companies())),
    grow: () => {
      growTo(created.length + COMPANIES_PER_STEP);
      return created.length < total;
    },
  };
}

/** On average, one company in this many has a duplicate. */
const DUPLICATE_EVERY = 15;

/** Creates duplicates of some companies, with different ids but otherwise the same data. */
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
