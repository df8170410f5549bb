import type { DecodedCompany } from '../api/decoded.ts';
import { companyFacts, putCompany, type CompanyFacts } from '../db/queries/companies.ts';
import { industriesOf, replaceIndustries, replaceTags, tagsOf } from '../db/queries/profile.ts';
import type { WriteDb } from '../db/sql.ts';
import type { Source, Stamp } from '../../../shared/model/company.ts';
import { createFieldMerge, wins, type Claim } from './claims.ts';
import { fold } from './fold.ts';

/** What an answer tells of a company. Null: not told. */
export interface ToldCompany extends DecodedCompany {
  readonly totalContacts: number | null;
  readonly totalRounds: number | null;
}

/** A detail describes a company better than any list does, however old, and a webhook worse than either [R-2-9]. */
const DESCRIPTIVE: ReadonlySet<string> = new Set([
  'description',
  'website',
  'linkedinUrl',
  'industries',
  'tags',
]);

const describes = (source: Source): number => (source === 'company' ? 1 : source === 'webhook' ? -1 : 0);

const claimFor =
  ({ source, fetchedAtMs }: Stamp) =>
  (field: string): Claim => ({
    rank: DESCRIPTIVE.has(field) ? describes(source) : 0,
    atMs: fetchedAtMs,
    source,
  });

/** Brings what was told of a company together with what is known of it. Call inside a transaction. */
export function mergeCompany(db: WriteDb, told: ToldCompany, stamp: Stamp): void {
  const known = companyFacts(db, told.companyId) ?? unknownCompany(told.companyId, stamp);
  const merge = createFieldMerge(known.claims, claimFor(stamp));
  const knownIndustries = industriesOf(db, told.companyId);
  const knownTags = tagsOf(db, told.companyId);
  const industries = merge.pick<readonly string[]>('industries', knownIndustries, told.industries);
  const tags = merge.pick('tags', knownTags, told.tags === null ? null : [...told.tags]);
  const facts: CompanyFacts = {
    companyId: known.companyId,
    name: merge.pick('name', known.name, told.name),
    countryCode: merge.pick('countryCode', known.countryCode, told.countryCode),
    countryName: merge.pick('countryName', known.countryName, told.countryName),
    website: merge.pick('website', known.website, told.website),
    linkedinUrl: merge.pick('linkedinUrl', known.linkedinUrl, told.linkedinUrl),
    description: merge.pick('description', known.description, told.description),
    totalContacts: merge.pick('totalContacts', known.totalContacts, told.totalContacts),
    totalRounds: merge.pick('totalRounds', known.totalRounds, told.totalRounds),
    stamp: newerStamp(known.stamp, stamp),
    firstSeenAtMs: known.firstSeenAtMs,
    // The service speaks of it again.
    goneAtMs: known.goneAtMs !== null && stamp.fetchedAtMs > known.goneAtMs ? null : known.goneAtMs,
    claims: merge.claims(),
  };
  const foldedIndustries = industries.map((name) => ({ name, nameFolded: fold(name) }));
  const nameFolded = fold(facts.name ?? '');
  putCompany(db, facts, {
    nameFolded,
    searchFolded: [nameFolded, ...foldedIndustries.map((industry) => industry.nameFolded)].join('\n'),
    industry: industries[0] ?? null,
  });
  if (industries !== knownIndustries) replaceIndustries(db, told.companyId, foldedIndustries);
  if (tags !== knownTags) replaceTags(db, told.companyId, tags);
}

/** A place for what is told of a company that no list or detail has told of yet. */
export function ensureCompany(db: WriteDb, companyId: string, stamp: Stamp): void {
  if (companyFacts(db, companyId) !== null) return;
  const nothing = { searchFolded: '', nameFolded: '', industry: null };
  putCompany(db, unknownCompany(companyId, stamp), nothing);
}

const unknownCompany = (companyId: string, stamp: Stamp): CompanyFacts => ({
  companyId,
  name: null,
  countryCode: null,
  countryName: null,
  website: null,
  linkedinUrl: null,
  description: null,
  totalContacts: null,
  totalRounds: null,
  stamp,
  firstSeenAtMs: stamp.fetchedAtMs,
  goneAtMs: null,
  claims: {},
});

export function newerStamp(known: Stamp, incoming: Stamp): Stamp {
  const claim = (stamp: Stamp): Claim => ({ rank: 0, atMs: stamp.fetchedAtMs, source: stamp.source });
  return wins(claim(incoming), claim(known)) ? incoming : known;
}
