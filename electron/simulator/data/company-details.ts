import { NAME_POOLS, FOUNDER_TITLES, OTHER_TITLES } from './people-names.ts';
import { slugOf } from './tags.ts';
import { TECHNOLOGIES, type Technology } from './technologies.ts';
import { createRandom, mixSeed, opaqueId, type Random } from './random.ts';
import { makeHighlights, makeNews, type Article, type Highlight } from './make-highlights-and-news.ts';
import { makeRoles, type Role } from './make-roles.ts';
import {
  MANY,
  manyArticles,
  manyHighlights,
  manyRoles,
  manyTechnologies,
  manyTitles,
} from './many-records.ts';
import type { Company } from './company-model.ts';

export interface Contact {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly email: string | null;
  readonly linkedinUrl: string;
}

/**
 * Company details that few requests need. They are derived from the company's seed on first use, then cached.
 */
export interface Details {
  description(company: Company): string;
  contacts(company: Company): readonly Contact[];
  /** Returns the company's technologies; empty if it has no tech stack. */
  technologies(company: Company): readonly Technology[];
  /** Returns all roles of the company: past, present and future ones. `openRoles` selects the open ones. */
  roles(company: Company): readonly Role[];
  highlights(company: Company): readonly Highlight[];
  news(company: Company): readonly Article[];
}

export function createDetails(epochMs: number): Details {
  return {
    description: cachePerCompany('description', makeDescription),
    contacts: cachePerCompany('contacts', (company, random) =>
      makeContacts(company, random, pickTitles(company, random)),
    ),
    technologies: cachePerCompany('technologies', makeTechnologies),
    roles: cachePerCompany('roles', (company, random) => makeRoles(company, random, epochMs)),
    highlights: cachePerCompany('highlights', makeHighlights),
    news: cachePerCompany('news', makeNews),
  };
}

/** Returns the details used by profiles with `companyRecords: 'many'`. */
export const createManyDetails = (details: Details, epochMs: number): Details => ({
  ...details,
  contacts: cachePerCompany('contacts', (company, random) =>
    makeContacts({ ...company, contactCount: MANY.contacts }, random, manyTitles()),
  ),
  roles: cachePerCompany('roles', (company) => manyRoles(company, epochMs)),
  highlights: cachePerCompany('highlights', (company) => manyHighlights(company, epochMs)),
  news: cachePerCompany('news', (company) => manyArticles(company, epochMs)),
  technologies: cachePerCompany('technologies', (company) => manyTechnologies(details.technologies(company))),
});

function cachePerCompany<T>(
  salt: string,
  make: (company: Company, random: Random) => T,
): (company: Company) => T {
  const cache = new Map<string, T>();
  return (company) => {
    const cached = cache.get(company.id);
    if (cached !== undefined) return cached;
    const value = make(company, createRandom(mixSeed(company.seed, salt)));
    cache.set(company.id, value);
    return value;
  };
}

function makeDescription(company: Company, random: Random): string {
  const offer = random.pick(company.sector.offers).replace('{a}', random.pick(company.sector.audiences));
  const proof = random.pick(company.sector.proofs).replace('{c}', company.city);
  return `${offer} ${proof.replace('{n}', String(random.int(3, 240)))}`;
}

const pickTitles = (company: Company, random: Random): string[] => [
  ...random.sample(FOUNDER_TITLES, 1),
  ...random.sample(OTHER_TITLES, company.contactCount),
];

function makeContacts(company: Company, random: Random, titles: readonly string[]): Contact[] {
  const names = pickNames(company, random);
  return titles.slice(0, company.contactCount).flatMap((title, position) => {
    const person = names[position];
    if (person === undefined) return [];
    const given = slugOf(person.given);
    const family = slugOf(person.family);
    const hasEmail = company.hasValidatedContacts && (position === 0 || !random.chance(0.15));
    const id = opaqueId('con', company.recordSeed, position);
    // The profile page is derived from `seed`, which a company and its duplicate share. A contact therefore
    // has the same profile page at both companies.
    const page = opaqueId('con', company.seed, position).slice(-5);
    return {
      id,
      title,
      name: `${person.given} ${person.family}`,
      email: hasEmail ? `${given}.${family}@${company.slug}.example` : null,
      linkedinUrl: `https://linkedin.example/in/${given}-${family}-${page}`,
    };
  });
}

/** Picks a different name for each of the company's contacts. */
function pickNames(company: Company, random: Random): { given: string; family: string }[] {
  const pools = Object.values(NAME_POOLS);
  const names = new Map<string, { given: string; family: string }>();
  while (names.size < company.contactCount) {
    // Real teams also employ people from elsewhere, so about every sixth contact has a name from any region.
    const pool = random.chance(1 / 6) ? random.pick(pools) : NAME_POOLS[company.country.region];
    const given = random.pick(pool.given);
    const family = random.pick(pool.family);
    names.set(`${given} ${family}`, { given, family });
  }
  return [...names.values()];
}

function makeTechnologies(company: Company, random: Random): readonly Technology[] {
  if (!company.hasTechStack) return [];
  const chosen = new Map<string, Technology>();
  for (let count = random.int(5, 16); count > 0; count -= 1) {
    const technology = random.pick(TECHNOLOGIES);
    chosen.set(technology.name, technology);
  }
  return [...chosen.values()];
}
