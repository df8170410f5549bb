import { companyNamesOf } from '../../database/queries/cache/companies.ts';
import { joinableCompanies, localCompaniesAmong } from '../../database/queries/yours/local-companies.ts';
import { userDataNames } from '../../database/queries/yours/notes.ts';
import { decisionsAbout } from '../../database/queries/yours/ours.ts';
import type { ReadDb } from '../../database/sql.ts';
import { isLocalCompanyId } from '../../foundation/local-company-id.ts';
import { idOfNamed, type NamedLocally } from '../local-companies/local-companies.ts';
import { isExact, matchLines, type LineMatch } from '../ours/line-matcher.ts';
import { keysOfLine } from '../ours/match-keys.ts';
import type { GivenCompany } from './given-record.ts';

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

/** A stored company that may be the company in a file. */
export interface Candidate {
  readonly companyId: string;
  readonly name: string;
  readonly matchKey: string;
}

/**
 * The company that a file is about. `known`: identified with certainty. `possible`: treated as a local
 * company until the user chooses one of the candidates. `local`: not in the library. `unnamed`: the file does
 * not identify a company.
 */
export type Resolved =
  | { readonly kind: 'known'; readonly companyId: string; readonly name: string }
  | {
      readonly kind: 'possible';
      readonly local: LocalTarget;
      readonly candidates: readonly Candidate[];
    }
  | { readonly kind: 'local'; readonly local: LocalTarget }
  | { readonly kind: 'unnamed' };
export type LocalTarget = NamedLocally & { readonly companyId: string };

/**
 * Finds the companies that files are about. An id from the service, a website or a LinkedIn page identifies a
 * company with certainty; a parent domain or a name is only a possible match.
 */
export async function resolveCompanies(
  files: Files,
  given: readonly GivenCompany[],
  pause: () => Promise<void>,
): Promise<Resolved[]> {
  const matches = await matchLines(
    files.cache,
    given.map(({ companyId, name, websiteHost, linkedinPage }) =>
      isServiceId(companyId) ? null : keysOfLine({ host: websiteHost, linkedin: linkedinPage, name }),
    ),
    pause,
  );
  const earlier = earlierIds(files.yours);
  const locals = given.map((company) => localTarget(earlier, company));
  const stored = localCompaniesAmong(
    files.yours,
    locals.flatMap((local) => local?.companyId ?? []),
  );
  const ids = [...[...matches.values()].flat(), ...stored.values()].map((each) =>
    'joinedInto' in each ? (each.joinedInto ?? each.companyId) : each.companyId,
  );
  const decided = decisionsAbout(files.yours, [...new Set(ids)]);
  const nameOf = namesOf(files, [...ids, ...given.flatMap(({ companyId }) => companyId ?? [])]);
  return given.map((company, index) => {
    const local = locals[index] ?? null;
    if (isServiceId(company.companyId)) return known(company.companyId, nameOf, company.name);
    const joined = stored.get(local?.companyId ?? '')?.joinedInto ?? null;
    if (joined !== null) return known(joined, nameOf, null);
    if (local === null) return { kind: 'unnamed' };
    const found = (matches.get(index) ?? []).filter(
      ({ companyId, matchKey }) => decided.get(companyId)?.get(matchKey) !== false,
    );
    const certain = found.filter(
      (match) => isOwnAddress(company, match) || decided.get(match.companyId)?.get(match.matchKey) === true,
    );
    const [only] = certain;
    if (only !== undefined && certain.length === 1) return known(only.companyId, nameOf, null);
    if (found.length === 0) return { kind: 'local', local };
    return {
      kind: 'possible',
      local,
      candidates: found.map(({ companyId, matchKey }) => ({ companyId, matchKey, name: nameOf(companyId) })),
    };
  });
}

const isServiceId = (companyId: string | null): companyId is string =>
  companyId !== null && !isLocalCompanyId(companyId);

/** Returns whether the match is based on the company's own address, not on a name or a parent domain. */
const isOwnAddress = ({ websiteHost }: GivenCompany, match: LineMatch): boolean =>
  isExact(match) && (!match.matchKey.startsWith('d:') || match.matchKey === `d:${websiteHost}`);

/** Maps addresses such as `d:acme.example` to the ids of local companies from earlier imports. */
function earlierIds(yours: ReadDb): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { companyId, websiteHost, linkedinPage } of joinableCompanies(yours)) {
    if (websiteHost !== '') ids.set(`d:${websiteHost}`, companyId);
    if (linkedinPage !== '') ids.set(`l:${linkedinPage}`, companyId);
  }
  return ids;
}

/**
 * Returns the local company to use for a company in a file. Returns null if the file contains an id from the
 * service, or nothing that identifies the company.
 */
function localTarget(earlier: ReadonlyMap<string, string>, given: GivenCompany): LocalTarget | null {
  const { companyId, name, websiteHost, linkedinPage } = given;
  const shown = name ?? websiteHost ?? linkedinPage;
  if (shown === null || isServiceId(companyId)) return null;
  const named = { name: shown, websiteHost: websiteHost ?? '', linkedinPage: linkedinPage ?? '' };
  // An earlier import may have derived the id of this company from a different address.
  const known = earlier.get(`d:${websiteHost}`) ?? earlier.get(`l:${linkedinPage}`);
  return { ...named, companyId: companyId ?? known ?? idOfNamed(named) };
}

function namesOf({ cache, yours }: Files, ids: readonly string[]): (companyId: string) => string {
  const unique = [...new Set(ids)];
  const stored = companyNamesOf(cache, unique);
  const written = userDataNames(yours, unique);
  return (id) => stored.get(id) ?? written.get(id)?.name ?? '';
}

const known = (companyId: string, nameOf: (companyId: string) => string, given: string | null): Resolved => ({
  kind: 'known',
  companyId,
  name: nameOf(companyId) || (given ?? companyId),
});
