import type { DecodedCompany, DecodedTag } from '../api/decoded.ts';
import {
  companyFacts,
  insertCompany,
  putCompany,
  type CompanyFacts,
  type FoldedCompany,
  type LatestRound,
} from '../db/queries/companies.ts';
import {
  addIndustries,
  addTags,
  industriesOf,
  replaceIndustries,
  replaceTags,
  tagsOf,
} from '../db/queries/profile.ts';
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

function claimFor({ source, fetchedAtMs }: Stamp): (field: string) => Claim {
  const plain: Claim = { rank: 0, atMs: fetchedAtMs, source };
  const describing: Claim = { ...plain, rank: describes(source) };
  return (field) => (DESCRIPTIVE.has(field) ? describing : plain);
}

/** Brings what was told of a company together with what is known of it. Call inside a transaction. */
export function mergeCompany(db: WriteDb, told: ToldCompany, stamp: Stamp): void {
  const { companyId } = told;
  const facts = companyFacts(db, companyId) ?? unknownCompany(companyId, stamp);
  const known = { facts, industries: industriesOf(db, companyId), tags: tagsOf(db, companyId) };
  const merged = join(known, told, stamp);
  putCompany(db, merged.facts, foldedOf(merged));
  // Most are told again as they are: rewritten, they would only make the search read the company again.
  if (!isSame(merged.industries, known.industries)) replaceIndustries(db, companyId, merged.industries);
  if (!isSame(merged.tags, known.tags)) replaceTags(db, companyId, merged.tags);
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

/** A company that is not kept yet: what mergeCompany would make of it, with nothing read. Call inside a transaction. */
export function addCompany(
  db: WriteDb,
  told: ToldCompany,
  stamp: Stamp,
  { latest, tagKeyOf }: { latest: LatestRound | null; tagKeyOf: (tag: DecodedTag) => number },
): void {
  const nothing = { facts: unknownCompany(told.companyId, stamp), industries: [], tags: [] };
  const merged = join(nothing, told, stamp);
  insertCompany(db, merged.facts, foldedOf(merged), latest);
  addIndustries(db, told.companyId, merged.industries);
  addTags(db, told.companyId, merged.tags, tagKeyOf);
}

interface Described {
  readonly facts: CompanyFacts;
  readonly industries: readonly string[];
  readonly tags: readonly DecodedTag[];
}

/** Pure; lists that stay as they are known are the same lists. */
function join(known: Described, told: ToldCompany, stamp: Stamp): Described {
  const { facts } = known;
  const merge = createFieldMerge(facts.claims, claimFor(stamp));
  const industries = merge.pick('industries', known.industries, told.industries);
  const tags = merge.pick('tags', known.tags, told.tags);
  const merged = {
    companyId: facts.companyId,
    name: merge.pick('name', facts.name, told.name),
    countryCode: merge.pick('countryCode', facts.countryCode, told.countryCode),
    countryName: merge.pick('countryName', facts.countryName, told.countryName),
    website: merge.pick('website', facts.website, told.website),
    linkedinUrl: merge.pick('linkedinUrl', facts.linkedinUrl, told.linkedinUrl),
    description: merge.pick('description', facts.description, told.description),
    totalContacts: merge.pick('totalContacts', facts.totalContacts, told.totalContacts),
    totalRounds: merge.pick('totalRounds', facts.totalRounds, told.totalRounds),
    stamp: newerStamp(facts.stamp, stamp),
    firstSeenAtMs: facts.firstSeenAtMs,
    // The service speaks of it again.
    goneAtMs: facts.goneAtMs !== null && stamp.fetchedAtMs > facts.goneAtMs ? null : facts.goneAtMs,
    claims: merge.claims(),
  };
  return { facts: merged, industries, tags };
}

const foldedOf = ({ facts, industries }: Described): FoldedCompany => ({
  nameFolded: fold(facts.name ?? ''),
  industry: industries[0] ?? null,
});

/** A place for what is told of a company that no list or detail has told of yet. */
export function ensureCompany(db: WriteDb, companyId: string, stamp: Stamp): void {
  if (companyFacts(db, companyId) !== null) return;
  putCompany(db, unknownCompany(companyId, stamp), { nameFolded: '', industry: null });
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
