import { COUNTRIES } from '../data/countries.ts';
import { MANY_TECHNOLOGIES, technologyName } from '../data/many-technologies.ts';
import { INDUSTRIES } from '../data/sectors.ts';
import { FIFTH_TAG, TAGS, type Tag } from '../data/tags.ts';
import { TECHNOLOGIES } from '../data/technologies.ts';
import { stagesOf } from '../data/labels.ts';
import type { Profile } from '../profile/profile-options.ts';
import { COMPANY_SIZES, STAGES } from '../data/company-model.ts';

export interface FilterValues {
  readonly countries: readonly string[];
  readonly industries: readonly string[];
  readonly stages: readonly string[];
  readonly companySizes: readonly string[];
  readonly currencies: readonly string[];
  readonly tags: readonly Tag[];
  readonly technologies: readonly string[];
}

/** Returns the values listed by /filters. All of them are accepted as filters (spec §2.12). */
export const filterValues = (profile: Profile): FilterValues => ({
  countries: COUNTRIES.map((country) => country.code),
  industries: INDUSTRIES,
  stages: stagesOf(STAGES, profile),
  companySizes: COMPANY_SIZES,
  currencies: [...new Set(['USD', ...COUNTRIES.map((country) => country.currency)])],
  tags: profile.tagCategories === 'fifth' ? [...TAGS, FIFTH_TAG] : TAGS,
  technologies:
    profile.filterValues === 'large'
      ? Array.from({ length: MANY_TECHNOLOGIES }, (_, index) => technologyName(index))
      : TECHNOLOGIES.map((technology) => technology.name),
});
