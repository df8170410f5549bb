import type { ListQuery, SetName } from './query.ts';
import { ALL_TAGS, SIZES, STAGES, type Company, type Round, type World } from './world.ts';
import { PLACES } from './places.ts';
import { INVESTORS, SECTORS, TECH_CATEGORIES } from './sectors.ts';

export interface Event {
  readonly round: Round;
  readonly company: Company;
}

const fold = (text: string): string => text.toLowerCase();
const LEADERSHIP = new Set(['director', 'executive']);

/** Rounds that the service knows of at `nowMs` and that satisfy every filter, newest announcement first. */
export function selectEvents(
  world: World,
  query: ListQuery,
  nowMs: number,
  ignoreUnknown: boolean,
): readonly Event[] {
  const wanted = (name: SetName): ReadonlySet<string> => {
    const values = query.sets[name].map(fold);
    const known = KNOWN[name];
    return new Set(
      ignoreUnknown && known !== undefined ? values.filter((value) => known.has(value)) : values,
    );
  };
  const sets: Readonly<Record<SetName, ReadonlySet<string>>> = {
    countries: wanted('countries'),
    stages: wanted('stages'),
    industries: wanted('industries'),
    technologies: wanted('technologies'),
    company_size: wanted('company_size'),
    investors: wanted('investors'),
    tags: wanted('tags'),
    hiring_departments: wanted('hiring_departments'),
    hiring_seniority: wanted('hiring_seniority'),
  };
  return world.events.filter(
    ({ round, company }) =>
      isKnown(round, nowMs) && inRange(round, query) && fits(round, company, query, sets),
  );
}

export const isKnown = (round: Round, nowMs: number): boolean => round.publishedMs <= nowMs;

const inRange = (round: Round, { startMs, endMs }: ListQuery): boolean =>
  round.announcedMs >= startMs && round.announcedMs <= endMs;

function fits(
  round: Round,
  company: Company,
  query: ListQuery,
  sets: Readonly<Record<SetName, ReadonlySet<string>>>,
): boolean {
  const any = (name: SetName, values: readonly string[]): boolean =>
    sets[name].size === 0 || values.some((value) => sets[name].has(fold(value)));
  return (
    any('countries', [company.place.code]) &&
    any('stages', [round.stage]) &&
    any('industries', company.industries) &&
    any(
      'technologies',
      company.technologies.map(({ name }) => name),
    ) &&
    any('company_size', [company.size]) &&
    any(
      'investors',
      round.investors.map(({ name }) => name),
    ) &&
    any(
      'tags',
      company.tags.map(({ name }) => name),
    ) &&
    inAmount(round, query) &&
    (query.currency === null || query.currency.toUpperCase() === round.currency) &&
    (!query.validatedContacts || company.hasContacts) &&
    mentions(company, query.search) &&
    hires(company, query, sets)
  );
}

function inAmount({ amount }: Round, { minAmount, maxAmount }: ListQuery): boolean {
  if (minAmount === null && maxAmount === null) return true;
  return amount !== null && amount >= (minAmount ?? 0) && amount <= (maxAmount ?? Infinity);
}

function mentions(company: Company, search: string | null): boolean {
  if (search === null || search.trim() === '') return true;
  return fold(`${company.name} ${company.description} ${company.industries.join(' ')}`).includes(
    fold(search.trim()),
  );
}

/** The hiring filters apply only together with has_open_roles=true [§4.2]. */
function hires(
  { roles }: Company,
  query: ListQuery,
  sets: Readonly<Record<SetName, ReadonlySet<string>>>,
): boolean {
  if (!query.hasOpenRoles) return true;
  return roles.some(
    ({ department, seniority }) =>
      (sets.hiring_departments.size === 0 || sets.hiring_departments.has(department)) &&
      (sets.hiring_seniority.size === 0 || sets.hiring_seniority.has(seniority)) &&
      (query.roleType === null ||
        query.roleType === '' ||
        (query.roleType === 'leadership') === LEADERSHIP.has(seniority)),
  );
}

export const TECHNOLOGIES: readonly string[] = Object.values(TECH_CATEGORIES).flat();
export const INDUSTRIES: readonly string[] = [
  ...new Set(SECTORS.flatMap(({ industry, also }) => [industry, ...also])),
].sort();

const KNOWN: Readonly<Partial<Record<SetName, ReadonlySet<string>>>> = {
  countries: new Set(PLACES.map(({ code }) => fold(code))),
  stages: new Set(STAGES.map(fold)),
  industries: new Set(INDUSTRIES.map(fold)),
  technologies: new Set(TECHNOLOGIES.map(fold)),
  company_size: new Set(SIZES.map(fold)),
  investors: new Set(INVESTORS.map(fold)),
  tags: new Set(ALL_TAGS.map(({ name }) => fold(name))),
};

/** Values that the service has never heard of, for the profile that refuses them. */
export const unknownValues = (query: ListQuery): readonly string[] =>
  Object.entries(KNOWN).flatMap(([name, known]) => {
    const values = Object.entries(query.sets).find(([set]) => set === name)?.[1] ?? [];
    return values.filter((value) => known !== undefined && !known.has(fold(value)));
  });
