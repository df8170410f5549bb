import type { Company } from './company-model.ts';
import { mixSeed, opaqueId } from './random.ts';

/** One company in this many has a duplicate. */
const TWIN_EVERY = 15;

/** Duplicates of the companies that differ only in their ids. */
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
