import { mixSeed, opaqueId } from './random.ts';
import type { Profile } from './readings.ts';
import type { Company, World } from './world.ts';

/** One company in so many. */
const TWIN_EVERY = 15;

export const companiesOf = (world: World, { duplicateCompanies }: Profile): readonly Company[] =>
  duplicateCompanies ? [...world.companies, ...world.twins().values()] : world.companies;

export const companyById = (world: World, { duplicateCompanies }: Profile, id: string): Company | undefined =>
  world.byId.get(id) ?? (duplicateCompanies ? world.twins().get(id) : undefined);

/** The same companies once more, as if entered by somebody else: every id differs and nothing else. */
export function makeTwins(companies: readonly Company[]): ReadonlyMap<string, Company> {
  const twins = companies
    .filter(({ seed }) => mixSeed(seed, 'twin') % TWIN_EVERY === 0)
    .map((company): Company => {
      const id = opaqueId('cmp', company.seed, 'twin');
      const rounds = company.rounds.map((round) => ({
        ...round,
        id: opaqueId('fnd', round.id, 'twin'),
        companyId: id,
      }));
      return { ...company, id, rounds, recordSeed: mixSeed(company.seed, 'twin record') };
    });
  return new Map(twins.map((twin) => [twin.id, twin]));
}
