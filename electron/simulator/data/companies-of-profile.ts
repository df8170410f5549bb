import type { Profile } from '../profile/profile-options.ts';
import type { Details } from './company-details.ts';
import type { Company } from './company-model.ts';
import type { World } from './world.ts';

export const companiesOf = (world: World, { duplicateCompanies }: Profile): readonly Company[] =>
  duplicateCompanies ? [...world.companies, ...world.duplicates().values()] : world.companies;

export const companyById = (world: World, { duplicateCompanies }: Profile, id: string): Company | undefined =>
  world.byId.get(id) ?? (duplicateCompanies ? world.duplicates().get(id) : undefined);

export const detailsOf = (world: World, { companyRecords }: Profile): Details =>
  companyRecords === 'many' ? world.manyDetails() : world.details;
