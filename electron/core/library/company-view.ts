import {
  DUPLICATES_MAX,
  TEXT_MAX,
  type CompanyRow,
  type CompanyTag,
  type CompanyView,
  type Investor,
  type Round,
  type Stamp,
} from '../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import {
  companiesWithSameHost,
  companyFacts,
  companyNamesOf,
  companyRows,
  sourceStamp,
  type CompanyFacts,
} from '../database/queries/cache/companies.ts';
import { dismissedDuplicatesOf } from '../database/queries/yours/duplicate-dismissals.ts';
import { userDataNames, type CompanyWithUserData } from '../database/queries/yours/notes.ts';
import { localCompany, type LocalCompany } from '../database/queries/yours/local-companies.ts';
import { contactsState } from '../database/queries/cache/contacts.ts';
import { panelsOf } from '../database/queries/cache/panels/company-panels.ts';
import { industriesOf, tagsOf } from '../database/queries/cache/company-profile.ts';
import {
  countRounds,
  investorsOf,
  raisedUsdOf,
  roundsOf,
  type StoredInvestor,
  type StoredRound,
} from '../database/queries/cache/rounds.ts';
import type { ReadDb } from '../database/sql.ts';
import { laterStamp } from '../foundation/field-provenance.ts';
import { clip, clipOrNull, linkOrNull } from '../foundation/clip-text.ts';
import { isLocalCompanyId } from '../foundation/local-company-id.ts';
import { pageOf } from './page-of.ts';
import { contactStamp } from '../contacts/contact-view.ts';
import { amountRow, companyRowOf } from '../database/queries/cache/company-row.ts';

/**
 * Maximum number of companies with the same website that are checked as possible duplicates. Companies that
 * the user declared not to be duplicates count too.
 */
const DUPLICATES_CHECKED = 50;
const FIRST_PAGE = { offset: 0, limit: LIST_LIMIT_MAX };

/**
 * Returns all stored data of a company except its contacts, or null if the company is unknown. If the company
 * appears only in user data, the result contains only its name. If the data of a local company was moved to a
 * stored company, returns the stored company, whose id differs from `companyId`.
 */
export function companyView(
  cache: ReadDb,
  yours: ReadDb,
  companyId: string,
  nowMs: number,
): CompanyView | null {
  const written = userDataNames(yours, [companyId]).get(companyId) ?? null;
  const facts = companyFacts(cache, companyId);
  const stored = companyRows(cache, [companyId]).get(companyId);
  if (facts === null || stored === undefined) {
    const local = localCompany(yours, companyId);
    if (written !== null) return nameOnlyView(written, local);
    const joinedInto = local?.joinedInto ?? null;
    return joinedInto === null ? null : companyView(cache, yours, joinedInto, nowMs);
  }
  const profile = sourceStamp(cache, companyId, 'company');
  const rounds = roundsOf(cache, companyId, FIRST_PAGE);
  const state = contactsState(cache, companyId);
  const all = panelsOf(cache, companyId).get('rounds');
  const completeAtMs = all?.completeAtMs ?? null;
  return {
    row: companyRowOf({ ...stored, name: stored.name ?? written?.name ?? null }, nowMs),
    ...profileOf(cache, facts),
    rounds: roundRows(rounds, investorsOf(cache, companyId), completeAtMs),
    storedRounds: countRounds(cache, companyId),
    totalRounds: facts.totalRounds,
    raisedUsd: raisedUsd(cache, companyId, completeAtMs),
    totalContacts: facts.totalContacts,
    duplicates: possibleDuplicates(cache, yours, companyId),
    stamps: {
      overview: stored.stamp,
      profile,
      rounds: newestOf(rounds.map(({ stamp }) => stamp)),
      allRounds:
        all === undefined || all.fetchedAtMs === null
          ? null
          : { source: 'rounds', fetchedAtMs: all.fetchedAtMs },
      people: state === null ? null : contactStamp(state),
    },
    gone: facts.removedAtMs === null ? null : { atMs: facts.removedAtMs },
  };
}

/**
 * Returns possible duplicates: companies with the same website but a different id, except those that the user
 * declared not to be duplicates.
 */
function possibleDuplicates(cache: ReadDb, yours: ReadDb, companyId: string): CompanyView['duplicates'] {
  const found = companiesWithSameHost(cache, companyId, DUPLICATES_CHECKED);
  if (found.length === 0) return [];
  const dismissed = dismissedDuplicatesOf(yours, companyId);
  return found
    .filter((other) => !dismissed.has(other.companyId))
    .slice(0, DUPLICATES_MAX)
    .map((other) => ({ companyId: other.companyId, name: clip(other.name ?? other.companyId, 500) }));
}

/** Returns one page of the stored rounds, newest first. */
export function roundsPage(cache: ReadDb, companyId: string, offset: number): Round[] {
  const rounds = roundsOf(cache, companyId, { offset, limit: LIST_LIMIT_MAX });
  const completeAtMs = panelsOf(cache, companyId).get('rounds')?.completeAtMs ?? null;
  return roundRows(rounds, investorsOf(cache, companyId), completeAtMs);
}

/** Returns one page of the stored investors of a round, lead investors first. */
export const investorsPage = (
  cache: ReadDb,
  companyId: string,
  { roundId, offset }: { roundId: string; offset: number },
): Investor[] => investorRows(investorsOf(cache, companyId).get(roundId) ?? [], offset);

export const industriesPage = (cache: ReadDb, companyId: string, offset: number): string[] =>
  pageOf(industriesOf(cache, companyId), offset).map((name) => clip(name, 200));

export const tagsPage = (cache: ReadDb, companyId: string, offset: number): CompanyTag[] =>
  pageOf(tagsOf(cache, companyId), offset).map(tagRow);

/** Returns the company's name from the cache or, if missing, from user data. Falls back to the id. */
export function companyNameOf(cache: ReadDb, yours: ReadDb, companyId: string): string {
  const name =
    companyNamesOf(cache, [companyId]).get(companyId) ??
    userDataNames(yours, [companyId]).get(companyId)?.name;
  return clip(name ?? companyId, 500);
}

/** Returns the row of a company that exists only in user data. */
export const nameOnlyRow = ({ companyId, name, atMs }: CompanyWithUserData): CompanyRow => ({
  companyId,
  name: clip(name, 500),
  countryCode: null,
  countryName: null,
  industry: null,
  stage: null,
  amount: null,
  announcedOn: null,
  window: { state: 'unknown', closesAtMs: null },
  // This company has no downloaded data, so the stamp shows the time of the user data.
  stamp: { source: 'company', fetchedAtMs: atMs },
});

function nameOnlyView(written: CompanyWithUserData, local: LocalCompany | null): CompanyView {
  const row = nameOnlyRow(written);
  return {
    row,
    description: null,
    website: null,
    linkedinUrl: null,
    industries: [],
    storedIndustries: 0,
    tags: [],
    storedTags: 0,
    rounds: [],
    storedRounds: 0,
    totalRounds: null,
    raisedUsd: null,
    totalContacts: null,
    duplicates: [],
    stamps: { overview: row.stamp, profile: null, rounds: null, allRounds: null, people: null },
    gone: null,
    ownDataOnly: {
      isLocal: isLocalCompanyId(written.companyId),
      websiteHost: clip(local?.websiteHost ?? '', 253),
      linkedinPage: clip(local?.linkedinPage ?? '', 200),
    },
  };
}

function profileOf(cache: ReadDb, { companyId, description, website, linkedinUrl }: CompanyFacts) {
  const industries = industriesOf(cache, companyId);
  const tags = tagsOf(cache, companyId);
  return {
    description: clipOrNull(description, TEXT_MAX),
    website: linkOrNull(website),
    linkedinUrl: linkOrNull(linkedinUrl),
    industries: pageOf(industries, 0).map((name) => clip(name, 200)),
    storedIndustries: industries.length,
    tags: pageOf(tags, 0).map(tagRow),
    storedTags: tags.length,
  };
}

const tagRow = ({ name, category }: CompanyTag): CompanyTag => ({
  name: clip(name, 200),
  category: clipOrNull(category, 100),
});

/** Returns the total USD raised, or null if no round has a USD amount. */
function raisedUsd(cache: ReadDb, companyId: string, completeAtMs: number | null): CompanyView['raisedUsd'] {
  const { total, rounds } = raisedUsdOf(cache, companyId, completeAtMs);
  return rounds === 0 || !Number.isFinite(total) ? null : { total, rounds };
}

function roundRows(
  rounds: readonly StoredRound[],
  investors: Map<string, StoredInvestor[]>,
  completeAtMs: number | null,
): Round[] {
  const isRemoved = ({ derivedId, stamp }: StoredRound): boolean =>
    !derivedId && completeAtMs !== null && stamp.fetchedAtMs < completeAtMs;
  return rounds.map((round) => {
    const { roundId, stage, amount, amountUsd, announcedOn, stamp, claims } = round;
    const stored = investors.get(roundId) ?? [];
    return {
      roundId: clip(roundId, 200),
      stage: clipOrNull(stage, 100),
      amount: amountRow(amount),
      amountUsd,
      announcedOn: clipOrNull(announcedOn, 10),
      // Null if no response has contained a list of investors; an empty array if the list was empty.
      investors: claims['investors'] === undefined ? null : investorRows(stored, 0),
      storedInvestors: claims['investors'] === undefined ? 0 : stored.length,
      stamp,
      ...(isRemoved(round) ? { gone: true as const } : {}),
    };
  });
}

const isLead = ({ role }: StoredInvestor): boolean => role.toLowerCase() === 'lead';
const investorRows = (investors: readonly StoredInvestor[], offset: number): Investor[] =>
  pageOf([...investors.filter(isLead), ...investors.filter((investor) => !isLead(investor))], offset).map(
    ({ name, role }) => ({ name: clip(name, 500), role: clip(role, 100) }),
  );

const newestOf = (stamps: readonly Stamp[]): Stamp | null =>
  stamps.reduce<Stamp | null>((newest, stamp) => (newest === null ? stamp : laterStamp(newest, stamp)), null);
