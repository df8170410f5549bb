import type { DecodedCompany, DecodedTag } from '../service-api/decoders/decoded-types.ts';
import {
  companyFacts,
  putCompany,
  type CompanyFacts,
  type FoldedCompany,
} from '../database/queries/cache/companies.ts';
import {
  industriesOf,
  replaceIndustries,
  replaceTags,
  tagsOf,
} from '../database/queries/cache/company-profile.ts';
import type { WriteDb } from '../database/sql.ts';
import type { Source, Stamp } from '../../../shared/model/company.ts';
import { createFieldMerge, laterStamp, type Claim } from '../foundation/field-provenance.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { websiteHost } from '../foundation/website-host.ts';

/** A company in one response. A field is null if the response did not contain it. */
interface ReceivedCompany extends DecodedCompany {
  readonly totalContacts: number | null;
  readonly totalRounds: number | null;
}

/**
 * Fields for which the source matters more than the age: a company detail outranks a list row, a list row
 * outranks a webhook event, and a webhook event outranks a pasted event.
 */
const DESCRIPTIVE: ReadonlySet<string> = new Set([
  'description',
  'website',
  'linkedinUrl',
  'industries',
  'tags',
]);

const RANKS: Partial<Record<Source, number>> = { company: 1, webhook: -1, paste: -2 };
const describes = (source: Source): number => RANKS[source] ?? 0;

function claimFor({ source, fetchedAtMs }: Stamp): (field: string) => Claim {
  const plain: Claim = { rank: 0, atMs: fetchedAtMs, source };
  const describing: Claim = { ...plain, rank: describes(source) };
  return (field) => (DESCRIPTIVE.has(field) ? describing : plain);
}

/** Merges a received company with the stored one. Call inside a transaction. */
export function mergeCompany(db: WriteDb, received: ReceivedCompany, stamp: Stamp): void {
  const { companyId } = received;
  const facts = companyFacts(db, companyId) ?? unknownCompany(companyId, stamp);
  const known = { facts, industries: industriesOf(db, companyId), tags: tagsOf(db, companyId) };
  const merged = join(known, received, stamp);
  putCompany(db, merged.facts, foldedOf(merged));
  // An unchanged list is not written, because a write would make the search index read the company again.
  if (!isSame(merged.industries, known.industries)) replaceIndustries(db, companyId, merged.industries);
  if (!isSame(merged.tags, known.tags)) replaceTags(db, companyId, merged.tags);
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

/** Returns what `mergeCompany` would store for a company that is not stored yet. Pure. */
export function newCompany(
  received: ReceivedCompany,
  stamp: Stamp,
): CompanyDescription & { readonly folded: FoldedCompany } {
  const nothing = { facts: unknownCompany(received.companyId, stamp), industries: [], tags: [] };
  const merged = join(nothing, received, stamp);
  return { ...merged, folded: foldedOf(merged) };
}

interface CompanyDescription {
  readonly facts: CompanyFacts;
  readonly industries: readonly string[];
  readonly tags: readonly DecodedTag[];
}

/**
 * Merges a received company into the stored one. If a list does not change, the result contains the same list
 * object. Pure.
 */
function join(known: CompanyDescription, received: ReceivedCompany, stamp: Stamp): CompanyDescription {
  const { facts } = known;
  const merge = createFieldMerge(facts.claims, claimFor(stamp));
  const industries = merge.pick('industries', known.industries, received.industries);
  const tags = merge.pick('tags', known.tags, received.tags);
  const merged = {
    companyId: facts.companyId,
    name: merge.pick('name', facts.name, received.name),
    countryCode: merge.pick('countryCode', facts.countryCode, received.countryCode),
    countryName: merge.pick('countryName', facts.countryName, received.countryName),
    website: merge.pick('website', facts.website, received.website),
    linkedinUrl: merge.pick('linkedinUrl', facts.linkedinUrl, received.linkedinUrl),
    description: merge.pick('description', facts.description, received.description),
    totalContacts: merge.pick('totalContacts', facts.totalContacts, received.totalContacts),
    totalRounds: merge.pick('totalRounds', facts.totalRounds, received.totalRounds),
    stamp: laterStamp(facts.stamp, stamp),
    firstSeenAtMs: facts.firstSeenAtMs,
    // If this response is newer than the 404, the company exists again.
    removedAtMs:
      facts.removedAtMs !== null && stamp.fetchedAtMs > facts.removedAtMs ? null : facts.removedAtMs,
    claims: merge.claims(),
  };
  return { facts: merged, industries, tags };
}

const foldedOf = ({ facts, industries }: CompanyDescription): FoldedCompany => ({
  nameFolded: fold(facts.name ?? ''),
  industry: industries[0] ?? null,
  websiteHost: websiteHost(facts.website),
});

/** Adds an empty company if the company is not stored yet, so rows such as contacts can refer to it. */
export function ensureCompany(db: WriteDb, companyId: string, stamp: Stamp): void {
  if (companyFacts(db, companyId) !== null) return;
  putCompany(db, unknownCompany(companyId, stamp), { nameFolded: '', industry: null, websiteHost: null });
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
  removedAtMs: null,
  claims: {},
});
