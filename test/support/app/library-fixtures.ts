import type { Clock, Logger, RandomSource } from '../../../electron/core/ports.ts';
import { randomBytes } from 'node:crypto';
import type { Arbitrary } from 'fast-check';
import type {
  DecodedArticle,
  DecodedCompany,
  DecodedContact,
  DecodedDetail,
  DecodedEvent,
  DecodedHighlight,
  DecodedHighlights,
  DecodedListRow,
  DecodedNews,
  DecodedPage,
  DecodedRole,
  DecodedRoles,
  DecodedRound,
  DecodedRounds,
  DecodedTechnology,
  DecodedTechStack,
} from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { cacheMigrations } from '../../../electron/core/database/migrations/cache/index.ts';
import { yoursMigrations } from '../../../electron/core/database/migrations/yours/index.ts';
import { run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { noSuppressions } from '../../../electron/core/contacts/suppression-list.ts';
import {
  createContactEncryption,
  type ContactKeyState,
} from '../../../electron/core/contacts/contact-encryption.ts';
import type { Amount } from '../../../shared/model/company.ts';
import {
  companiesQuerySchema,
  fundingsQuerySchema,
  type CompaniesQuery,
  type FundingsQuery,
} from '../../../shared/model/query.ts';
import { memoryDatabase } from '../database/memory-database.ts';

/* Builders for the decoded responses that the library stores, and the ports that the library needs. */

export const clock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
export const log: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const random: RandomSource = { bytes: (count) => randomBytes(count) };

export const loadContactKey = (key = Buffer.alloc(32, 7)): ContactKeyState => ({
  mode: 'open',
  seal: createContactEncryption(key, random),
  suppressions: noSuppressions,
});

export const memoryCache = (): WriteDb => memoryDatabase(cacheMigrations, { clock, log });
/** Deletes everything in a cache, so a test can reuse it. This is faster than creating another cache. */
export function emptied(cache: WriteDb): WriteDb {
  for (const table of ['company', 'company_alone', 'tag', 'technology', 'query_set', 'search_dirty'])
    run(cache, `DELETE FROM ${table}`);
  return cache;
}
export const memoryYours = (): WriteDb => memoryDatabase(yoursMigrations, { clock, log });

export const company = (companyId: string, change: Partial<DecodedCompany> = {}): DecodedCompany => ({
  companyId,
  name: null,
  countryCode: null,
  countryName: null,
  description: null,
  website: null,
  linkedinUrl: null,
  industries: null,
  tags: null,
  ...change,
});
export const round = (roundId: string | null, change: Partial<DecodedRound> = {}): DecodedRound => ({
  roundId,
  stage: null,
  amount: null,
  amountUsd: null,
  announcedOn: null,
  announcedText: null,
  investors: null,
  ...change,
});
export const amount = (text: string, value: number | null, currency: string | null = null): Amount => ({
  text,
  value,
  precision: value === null ? 'none' : 'exact',
  currency,
});
export const row = (of: DecodedCompany, with_: DecodedRound): DecodedListRow => ({
  company: of,
  round: with_,
  raw: { id: with_.roundId, company: { id: of.companyId, name: of.name } },
});
export const page = (rows: readonly DecodedListRow[], change: Partial<DecodedPage> = {}): DecodedPage => ({
  rows,
  setAside: 0,
  offset: 0,
  total: null,
  hasMore: null,
  ...change,
});
export const contact = (change: Partial<DecodedContact> = {}): DecodedContact => ({
  contactId: null,
  name: null,
  title: null,
  email: null,
  emailValid: (change.email ?? null) !== null,
  linkedinUrl: null,
  ...change,
});
export const detail = (of: DecodedCompany, change: Partial<DecodedDetail> = {}): DecodedDetail => ({
  company: of,
  rounds: null,
  highlights: null,
  contacts: null,
  technologies: null,
  stackCategories: null,
  totalContacts: null,
  totalFundings: null,
  raw: { id: of.companyId },
  rawPersonal: null,
  ...change,
});

export const technology = (
  name: string,
  categories: readonly string[] = [],
  description: string | null = null,
): DecodedTechnology => ({ name, categories, description });
export const techStack = (
  technologies: readonly DecodedTechnology[],
  change: Partial<DecodedTechStack> = {},
): DecodedTechStack => ({
  companyId: 'c1',
  technologies,
  categories: [],
  domain: null,
  raw: { companyId: 'c1', technologies },
  ...change,
});
export const highlight = (
  highlightId: string | null,
  text: string,
  change: Partial<DecodedHighlight> = {},
): DecodedHighlight => ({ highlightId, text, source: 'ai', createdAtMs: null, ...change });
export const highlights = (change: readonly DecodedHighlight[], setAside = 0): DecodedHighlights => ({
  companyId: 'c1',
  highlights: change,
  setAside,
  raw: { data: change },
});
export const article = (articleId: string, change: Partial<DecodedArticle> = {}): DecodedArticle => ({
  articleId,
  title: `Article ${articleId}`,
  url: null,
  roundId: null,
  createdAtMs: null,
  ...change,
});
export const news = (articles: readonly DecodedArticle[], setAside = 0): DecodedNews => ({
  companyId: 'c1',
  articles,
  setAside,
  raw: { data: articles },
});
export const allRounds = (rounds: readonly DecodedRound[], setAside = 0): DecodedRounds => ({
  companyId: 'c1',
  rounds: rounds.map((each) => ({ round: each, raw: { id: each.roundId } })),
  setAside,
});
export const role = (roleId: string, change: Partial<DecodedRole> = {}): DecodedRole => ({
  roleId,
  title: `Role ${roleId}`,
  titleEn: null,
  employmentType: null,
  location: null,
  remoteType: null,
  department: null,
  seniority: null,
  url: null,
  firstSeenAtMs: null,
  lastSyncedAtMs: null,
  raw: { id: Number(roleId) },
  ...change,
});
export const roles = (of: readonly DecodedRole[], change: Partial<DecodedRoles> = {}): DecodedRoles => ({
  companyId: 'c1',
  roles: of,
  setAside: 0,
  page: 1,
  perPage: 25,
  total: null,
  hasMore: null,
  ...change,
});

export const event = (of: DecodedCompany, change: Partial<DecodedEvent> = {}): DecodedEvent => ({
  eventKey: `event-${of.companyId}`,
  keyRule: 'trigger-id',
  roundId: change.round?.roundId ?? null,
  event: 'trigger_published',
  sentAtMs: null,
  type: 'funding',
  subtype: null,
  publishedAtMs: null,
  company: of,
  round: null,
  technologies: null,
  stackCategories: null,
  icpMatch: null,
  userNote: null,
  trackingStatus: null,
  triggers: [],
  raw: { event: 'trigger_published', company: { id: of.companyId } },
  ...change,
});

const days = { fundingDateStart: '2026-06-01', fundingDateEnd: '2026-06-30' };
export const fundingsQuery = (change: Partial<FundingsQuery> = {}): FundingsQuery =>
  fundingsQuerySchema.parse({ ...days, limit: 50, offset: 0, ...change });
export const companiesQuery = (change: Partial<CompaniesQuery> = {}): CompaniesQuery =>
  companiesQuerySchema.parse({ ...days, limit: 50, offset: 0, ...change });

export type ValueOf<A> = A extends Arbitrary<infer T> ? T : never;
