import type { Handlers } from '../../../shared/contract/index.ts';
import { canStoreContacts } from '../contacts/contact-encryption.ts';
import type { ReleaseRateLimit } from '../contacts/release-rate-limit.ts';
import { emailHash, linkedinHash } from '../contacts/suppression-keys.ts';
import { linkedinKey } from '../contacts/merge-contacts.ts';
import { clipOrNull } from '../foundation/clip-text.ts';
import {
  companiesOfHost,
  companiesOnLinkedin,
  companiesWithoutHost,
} from '../database/queries/cache/companies.ts';
import { contactsByIdentity } from '../database/queries/cache/deletion.ts';
import { hostsOf, parseAddress, searchTextOf, type Address } from '../foundation/parse-address.ts';
import { libraryRows } from '../library/library-rows.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';

type Parts = Pick<OpenWorkspace, 'files' | 'vault' | 'governor'>;
type Reply = Awaited<ReturnType<Handlers['library']['byAddress']>>;

const FOUND_MAX = 8;
const NAMED_MAX = 3;

/**
 * Finds stored companies by a website, an e-mail address or a LinkedIn URL. Companies found through a contact
 * count toward the per-minute limits on contacts, as in a search (ADR 54).
 */
export function findByAddress(parts: Parts, text: string, release: ReleaseRateLimit): Reply {
  const address = parseAddress(text);
  if (address === null) return { address: null, companies: [], againAfterMs: null };
  const { personIds, againAfterMs } = companiesOfContact(parts, address, release);
  const certain = [...new Set([...personIds.keys(), ...companiesOfAddress(parts, address)])];
  const named = certain.length > 0 ? [] : companiesOfName(parts, address);
  const ids = [...certain, ...named].slice(0, FOUND_MAX);
  const { files, governor } = parts;
  return {
    address: {
      kind: address.kind,
      host: address.kind === 'linkedin' ? null : address.host,
      searchText: clipOrNull(searchTextOf(address), 200),
    },
    companies: libraryRows(files.cache, files.yours, ids, governor.serverNowMs()).map(
      ({ companyId, name, stage, countryName }) => ({
        companyId,
        name,
        stage,
        countryName,
        match: personIds.has(companyId) ? 'contact' : named.includes(companyId) ? 'name' : 'company',
        personId: personIds.get(companyId) ?? null,
      }),
    ),
    againAfterMs,
  };
}

function companiesOfAddress({ files: { cache } }: Parts, address: Address): string[] {
  if (address.kind === 'linkedin') return companiesOnLinkedin(cache, linkedinKey(address.url), FOUND_MAX);
  for (const host of hostsOf(address)) {
    const found = companiesOfHost(cache, host, FOUND_MAX);
    if (found.length > 0) return found;
  }
  return [];
}

/** Shorter names would match too many companies. */
const NAME_MIN = 4;
/**
 * Finds companies by the name in the address. Considers only companies whose website is not stored. Search
 * results contain no website, so only the company's name can be compared until its profile is fetched.
 */
function companiesOfName({ files: { cache } }: Parts, address: Address): string[] {
  if (address.kind === 'linkedin') return [];
  const name = searchTextOf(address)?.replaceAll('-', '').toLowerCase() ?? '';
  return name.length < NAME_MIN ? [] : companiesWithoutHost(cache, name, NAMED_MAX);
}

/**
 * Finds the contacts with the address. `personIds` maps each company's id to the id of one such contact.
 * Omits contacts that may not be released now.
 */
function companiesOfContact(
  { vault, files: { cache } }: Parts,
  address: Address,
  release: ReleaseRateLimit,
): { readonly personIds: ReadonlyMap<string, string>; readonly againAfterMs: number | null } {
  const state = vault.seal();
  const personIds = new Map<string, string>();
  if (address.kind === 'website' || !canStoreContacts(state)) return { personIds, againAfterMs: null };
  const key = address.kind === 'email' ? address.email.toLowerCase() : linkedinKey(address.url);
  const compared = release.compareText(key);
  if (!compared.allowed) return { personIds, againAfterMs: compared.afterMs };
  const identity =
    address.kind === 'email'
      ? { email: emailHash(state.seal, address.email), linkedin: null }
      : { email: null, linkedin: linkedinHash(state.seal, address.url) };
  const found = new Map<string, string>();
  for (const { companyId, contactId } of contactsByIdentity(cache, identity))
    if (!found.has(companyId)) found.set(companyId, String(contactId));
  for (const [companyId, personId] of [...found].slice(0, FOUND_MAX))
    if (release.releaseMatch(companyId)) personIds.set(companyId, personId);
  const pauseMs = release.searchPauseMs();
  return { personIds, againAfterMs: pauseMs === 0 ? null : pauseMs };
}
