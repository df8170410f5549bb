import { PER_DOLLAR } from '../data/countries.ts';
import { filterValues } from './filter-values.ts';
import { stageOf, tagsOf } from '../data/labels.ts';
import type { Hiring, ListQuery } from './list-query.ts';
import { detailsOf } from '../data/companies-of-profile.ts';
import { DEPARTMENTS, isLeadership, openRoles, SENIORITIES, type Role } from '../data/make-roles.ts';
import { badParameter, type BadParameter } from './query-parameters.ts';
import type { Profile } from '../profile/profile-options.ts';
import { technologiesOf } from '../data/tech-stack.ts';
import type { Company, Round } from '../data/company-model.ts';
import type { World } from '../data/world.ts';

/** The conditions of a query, as two functions: one tests companies, the other rounds. */
export interface Filter {
  company(company: Company): boolean;
  round(round: Round): boolean;
}

type ListKey = 'countries' | 'stages' | 'industries' | 'technologies' | 'companySizes' | 'tags';

/** Returns the valid values of each parameter, except for investors and search words, which are free text. */
function knownValues(profile: Profile): Readonly<Record<ListKey | 'currencies', ReadonlySet<string>>> {
  const values = filterValues(profile);
  return {
    countries: new Set(values.countries),
    stages: new Set(values.stages.map((stage) => stage.toLowerCase())),
    industries: new Set(values.industries),
    technologies: new Set(values.technologies),
    companySizes: new Set(values.companySizes),
    tags: new Set(values.tags.map((tag) => tag.name)),
    currencies: new Set(values.currencies),
  };
}
const LIST_KEYS: readonly ListKey[] = [
  'countries',
  'stages',
  'industries',
  'technologies',
  'companySizes',
  'tags',
];
const HIRING_VALUES = {
  departments: new Set(DEPARTMENTS),
  seniorities: new Set(SENIORITIES),
  roleType: new Set(['leadership', 'ic']),
} as const;

/**
 * Applies the profile's policy for unknown filter values: they are refused, removed, or left in the query,
 * where they match nothing.
 */
export function applyUnknownValuePolicy(query: ListQuery, profile: Profile): ListQuery | BadParameter {
  if (profile.unknownValues === 'match-nothing') return query;
  const isRefused = profile.unknownValues === 'refused';
  const known = knownValues(profile);
  const result = { ...query };
  for (const key of LIST_KEYS) {
    result[key] = query[key].filter((value) => known[key].has(value));
    if (isRefused && result[key].length < query[key].length) return unknownValue(key);
  }
  if (query.currency !== null && !known.currencies.has(query.currency)) {
    if (isRefused) return unknownValue('currency');
    result.currency = null;
  }
  if (query.hiring === null) return result;
  const hiring = keepKnownHiringValues(query.hiring);
  const isChanged = JSON.stringify(hiring) !== JSON.stringify(query.hiring);
  return isRefused && isChanged ? unknownValue('hiring_*') : { ...result, hiring };
}

const unknownValue = (parameter: string): BadParameter =>
  badParameter(parameter, `unknown value in ${parameter}`);

const keepKnownHiringValues = ({ departments, seniorities, roleType }: Hiring): Hiring => ({
  departments: departments.filter((value) => HIRING_VALUES.departments.has(value)),
  seniorities: seniorities.filter((value) => HIRING_VALUES.seniorities.has(value)),
  roleType: roleType !== null && HIRING_VALUES.roleType.has(roleType) ? roleType : null,
});

export function buildFilter(query: ListQuery, world: World, profile: Profile, nowMs: number): Filter {
  const words = query.search?.toLowerCase().split(/\s+/) ?? [];
  const company = (item: Company): boolean =>
    isAmong(query.countries, item.country.code) &&
    isAmong(query.companySizes, item.size) &&
    isAnyAmong(query.industries, item.industries) &&
    (query.tags.length === 0 || tagsOf(item, profile).some((tag) => query.tags.includes(tag.name))) &&
    (!query.validatedContacts || item.hasValidatedContacts) &&
    (query.technologies.length === 0 ||
      technologiesOf(item, world, profile, nowMs).some(({ name }) => query.technologies.includes(name))) &&
    (words.length === 0 || isFound(world, item, words)) &&
    (query.hiring === null || isHiring(detailsOf(world, profile).roles(item), query.hiring, nowMs));
  const round = (item: Round): boolean =>
    item.announcedOn >= query.from &&
    item.announcedOn <= query.to &&
    item.publishedAtMs <= nowMs &&
    isAmong(query.stages, stageOf(item, profile).toLowerCase()) &&
    (query.currency === null || query.currency === item.currency) &&
    isWithin(item, query, profile) &&
    (query.investors.length === 0 ||
      item.investors.some((investor) => query.investors.includes(investor.name.toLowerCase())));
  return { company, round };
}

const isAmong = (wanted: readonly string[], value: string): boolean =>
  wanted.length === 0 || wanted.includes(value);
const isAnyAmong = (wanted: readonly string[], values: readonly string[]): boolean =>
  wanted.length === 0 || values.some((value) => wanted.includes(value));

/** Whether every word occurs in the name, the description or an industry. */
function isFound(world: World, company: Company, words: readonly string[]): boolean {
  const text = [company.name, world.details.description(company), ...company.industries]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Whether at least one open role matches all hiring parameters. */
function isHiring(roles: readonly Role[], hiring: Hiring, nowMs: number): boolean {
  return openRoles(roles, nowMs).some(
    (role) =>
      isAmong(hiring.departments, role.department) &&
      isAmong(hiring.seniorities, role.seniority) &&
      (hiring.roleType === null || hiring.roleType === (isLeadership(role) ? 'leadership' : 'ic')),
  );
}

/**
 * Whether the amount is within the bounds. An undisclosed amount is never within bounds. An invalid bound is
 * NaN: comparisons with NaN are false, so no amount matches.
 */
function isWithin(round: Round, query: ListQuery, profile: Profile): boolean {
  if (query.minAmount === null && query.maxAmount === null) return true;
  if (round.amount === null) return false;
  const rate = profile.amountComparison === 'usd' ? (PER_DOLLAR[round.currency] ?? 1) : 1;
  const amount = round.amount / rate;
  return (
    (query.minAmount === null || amount >= query.minAmount) &&
    (query.maxAmount === null || amount <= query.maxAmount)
  );
}
