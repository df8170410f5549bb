import { DAY_MS, dayOf, HOUR_MS } from './calendar.ts';
import { FUTURE_DAYS, type Company, type Investor, type Round } from './company-model.ts';
import type { Article, Highlight } from './make-highlights-and-news.ts';
import { DEPARTMENTS, SENIORITIES, type Role } from './make-roles.ts';
import { OTHER_TITLES } from './people-names.ts';
import { opaqueId } from './random.ts';
import type { Tag } from './tags.ts';
import type { Technology } from './technologies.ts';

/*
 * Creates a company's records for profiles with `companyRecords: 'many'`. Every list spans more than one
 * page, and all records exist at the epoch.
 */

export const MANY = {
  contacts: 80,
  highlights: 120,
  articles: 120,
  roles: 400,
  rounds: 60,
  investors: 70,
  industries: 60,
  tags: 80,
  technologies: 220,
} as const;
/** One in this many roles is in sales, so a filter for that department finds exactly 40 roles. */
const SALES_EVERY = 10;
const FIRST_ROUND_YEAR = 1990;

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Returns a different title for each of many contacts, by adding a number to it. */
export const manyTitles = (): string[] =>
  times(MANY.contacts, (index) => `${OTHER_TITLES[index % OTHER_TITLES.length] ?? 'Manager'} ${index + 1}`);

export const manyHighlights = (company: Company, epochMs: number): Highlight[] =>
  times(MANY.highlights, (index) => ({
    id: opaqueId('hlt', company.recordSeed, 'many', index),
    highlight: `Fact ${index + 1} about ${company.name}`,
    source: index % 2 === 0 ? 'ai' : 'news',
    createdAtMs: epochMs - (index + 1) * HOUR_MS,
  }));

export const manyArticles = (company: Company, epochMs: number): Article[] =>
  times(MANY.articles, (index) => ({
    id: opaqueId('nws', company.recordSeed, 'many', index),
    title: `Report ${index + 1} about ${company.name}`,
    url: `https://news.example/${company.slug}-${index + 1}`,
    fundingId: company.rounds[0]?.id ?? '',
    createdAtMs: epochMs - (index + 1) * HOUR_MS,
  }));

/**
 * Returns open roles of all departments and seniorities. All of them stay open for the whole time that the
 * data covers.
 */
export function manyRoles(company: Company, epochMs: number): Role[] {
  const others = DEPARTMENTS.filter((department) => department !== 'sales');
  return times(MANY.roles, (index) => {
    const department = index % SALES_EVERY === 0 ? 'sales' : (others[index % others.length] ?? 'it');
    const title = `${department === 'sales' ? 'Account Executive' : 'Specialist'} ${index + 1}`;
    return {
      department,
      seniority: SENIORITIES[Math.floor(index / SALES_EVERY) % SENIORITIES.length] ?? 'mid',
      title,
      id: company.recordSeed * 1_000 + index,
      titleNormalizedEn: title,
      employmentType: 'full-time',
      location: company.city,
      remoteType: index % 2 === 0 ? 'remote' : 'hybrid',
      url: `https://${company.slug}.example/jobs/${index + 1}`,
      openFromMs: epochMs - (index + 1) * HOUR_MS,
      openUntilMs: epochMs + FUTURE_DAYS * DAY_MS,
    };
  });
}

const OLD_LENDER: Investor = { name: 'Old Mill Bank', type: 'lead' };
const manyInvestors = (): Investor[] => [
  OLD_LENDER,
  ...times(MANY.investors - 1, (index): Investor => ({ name: `Angel ${index + 1}`, type: 'participant' })),
];

/**
 * Adds industries to the company's own until there are more than fit on one page. Only the company detail
 * contains the added industries.
 */
export const manyIndustries = (company: Company): string[] => [
  ...company.industries,
  ...times(MANY.industries - company.industries.length, (index) => `Niche ${index + 1}`),
];
const TAG_CATEGORIES = ['model', 'stage', 'tech', 'vertical'] as const;
export const manyTags = (tags: readonly Tag[]): Tag[] => [
  ...tags,
  ...times(MANY.tags - tags.length, (index) => ({
    id: `tag_many_${index + 1}`,
    name: `Topic ${index + 1}`,
    slug: `topic-${index + 1}`,
    category: TAG_CATEGORIES[index % TAG_CATEGORIES.length] ?? 'tech',
  })),
];

/**
 * Returns a tech stack whose categories do not fit on one page. Most categories contain only a few
 * technologies.
 */
export const manyTechnologies = (known: readonly Technology[]): Technology[] => [
  ...known,
  ...times(MANY.technologies - known.length, (index) => ({
    name: `Module ${index + 1}`,
    categories: [`Area ${(index % 70) + 1}`],
    description: `Part ${index + 1} of a large stack.`,
  })),
];

/** Returns old rounds of a company, one every three months, oldest first. */
export const manyRounds = (company: Company): Round[] =>
  times(MANY.rounds, (index) => {
    const atMs = Date.UTC(FIRST_ROUND_YEAR, index * 3, 1);
    return {
      id: opaqueId('fnd', company.recordSeed, 'many', index),
      companyId: company.id,
      stage: 'Debt',
      currency: 'EUR',
      amount: 1_000_000 + index * 10_000,
      amountUsd: 1_100_000 + index * 11_000,
      announcedOn: dayOf(atMs),
      announcedAt: `${dayOf(atMs)}T09:00:00+00:00`,
      publishedAtMs: atMs + DAY_MS,
      // Only the newest of these rounds has a long list of investors.
      investors: index === MANY.rounds - 1 ? manyInvestors() : [OLD_LENDER],
    };
  });
