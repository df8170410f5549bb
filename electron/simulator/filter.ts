import { COUNTRIES, PER_DOLLAR } from './data/countries.ts';
import { INDUSTRIES } from './data/sectors.ts';
import { TAGS } from './data/tags.ts';
import { TECHNOLOGIES } from './data/technologies.ts';
import type { Hiring, ListQuery } from './list-query.ts';
import { isLeadership, openRoles } from './make-roles.ts';
import type { Profile } from './profile.ts';
import { badParameter, type BadParameter } from './query.ts';
import { COMPANY_SIZES, STAGES, type Company, type Round, type World } from './world.ts';

/** A filter in two halves: what is asked of the company and what of the round. */
export interface Filter {
  company(company: Company): boolean;
  round(round: Round): boolean;
}

type ListKey = 'countries' | 'stages' | 'industries' | 'technologies' | 'companySizes' | 'tags';

const KNOWN_VALUES: Readonly<Record<ListKey, ReadonlySet<string>>> = {
  countries: new Set(COUNTRIES.map((country) => country.code)),
  stages: new Set(STAGES.map((stage) => stage.toLowerCase())),
  industries: new Set(INDUSTRIES),
  technologies: new Set(TECHNOLOGIES.map((technology) => technology.name)),
  companySizes: new Set(COMPANY_SIZES),
  tags: new Set(TAGS.map((tag) => tag.name)),
};
const LIST_KEYS = Object.keys(KNOWN_VALUES).filter((key): key is ListKey => key in KNOWN_VALUES);

/** Applies the profile's reading of values that /filters does not list. */
export function settleUnknownValues(query: ListQuery, profile: Profile): ListQuery | BadParameter {
  if (profile.unknownValues === 'match-nothing') return query;
  const settled = { ...query };
  for (const key of LIST_KEYS) {
    const known = query[key].filter((value) => KNOWN_VALUES[key].has(value));
    if (known.length < query[key].length && profile.unknownValues === 'refused')
      return badParameter(key, `unknown value in ${key}`);
    settled[key] = known;
  }
  return settled;
}

export function buildFilter(query: ListQuery, world: World, profile: Profile, nowMs: number): Filter {
  const words = query.search?.toLowerCase().split(/\s+/) ?? [];
  const company = (item: Company): boolean =>
    isAmong(query.countries, item.country.code) &&
    isAmong(query.companySizes, item.size) &&
    isAnyAmong(query.industries, item.industries) &&
    (query.tags.length === 0 || item.tags.some((tag) => query.tags.includes(tag.name))) &&
    (!query.validatedContacts || item.hasValidatedContacts) &&
    (query.technologies.length === 0 ||
      world.details.technologies(item).some((technology) => query.technologies.includes(technology.name))) &&
    (words.length === 0 || isFound(world, item, words)) &&
    (query.hiring === null || isHiring(world, item, query.hiring, nowMs));
  const round = (item: Round): boolean =>
    item.announcedOn >= query.from &&
    item.announcedOn <= query.to &&
    item.publishedAtMs <= nowMs &&
    isAmong(query.stages, item.stage.toLowerCase()) &&
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

/** Every word occurs in the name, the description or an industry. */
function isFound(world: World, company: Company, words: readonly string[]): boolean {
  const text = [company.name, world.details.description(company), ...company.industries]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** One and the same open role has to fit all hiring parameters. */
function isHiring(world: World, company: Company, hiring: Hiring, nowMs: number): boolean {
  return openRoles(world.details.roles(company), nowMs).some(
    (role) =>
      isAmong(hiring.departments, role.department) &&
      isAmong(hiring.seniorities, role.seniority) &&
      (hiring.roleType === null || hiring.roleType === (isLeadership(role) ? 'leadership' : 'ic')),
  );
}

/** An undisclosed amount is within no bounds. Comparing with NaN is always false: a bad amount matches nothing. */
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
