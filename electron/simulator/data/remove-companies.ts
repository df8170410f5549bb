import type { Company } from './company-model.ts';
import type { World } from './world.ts';

/** The world without these companies. */
export function withoutCompanies(world: World, vanished: ReadonlySet<string>): World {
  if (vanished.size === 0) return world;
  const stays = ({ id }: Company): boolean => !vanished.has(id);
  const byIdOf = (companies: readonly Company[]): ReadonlyMap<string, Company> =>
    new Map(companies.filter(stays).map((company) => [company.id, company]));
  return {
    ...world,
    companies: world.companies.filter(stays),
    byId: byIdOf(world.companies),
    twins: () => byIdOf([...world.twins().values()]),
  };
}
