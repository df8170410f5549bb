import type { BuyerRoles, ContactMatch } from '../../../../shared/model/buyer-roles.ts';
import type { OutcomeRole, RoleOutcomes } from '../../../../shared/model/outcomes/outcomes.ts';
import {
  canStoreContacts,
  type ContactEncryption,
  type ContactKeyState,
} from '../../contacts/contact-encryption.ts';
import { decryptTitle } from '../../contacts/match-counts.ts';
import { titlesOfContacts } from '../../database/queries/cache/outcomes/outcome-facts.ts';
import { contactIdentities } from '../../database/queries/yours/outcome-facts.ts';
import { matchTitle } from '../../market/match-title.ts';
import type { YieldIfDue } from '../index/time-slices.ts';
import { CONTACTED, levelOf, MEETING, REPLIED, WON } from './company-steps.ts';
import type { Counted } from './counted-companies.ts';
import { countsOf, createTally, shareOf, type Tally } from './funnel.ts';
import type { OutcomeFacts, OutcomeFiles } from './outcome-facts.ts';

/*
 * Counts outcomes by buyer role. Each contact in the contact log is counted under the role that the contact's
 * title strongly matches. A contact who replied counts as won if the company was won.
 */

/** Number of contacts whose titles are decrypted between two yields. */
const PAGE = 100;
const OTHER = 'other';

interface Asked {
  readonly facts: OutcomeFacts;
  readonly counted: Counted;
  readonly roles: BuyerRoles;
  readonly contactKey: ContactKeyState;
}

export async function roleOutcomes(
  files: Pick<OutcomeFiles, 'cache' | 'yours'>,
  { facts, counted, roles, contactKey }: Asked,
  yieldIfDue: YieldIfDue,
): Promise<RoleOutcomes> {
  if (!canStoreContacts(contactKey)) return { state: 'locked' };
  const isCounted = new Set(counted.slots);
  const contacts = [...facts.people].filter(([, { slot }]) => isCounted.has(slot));
  const tallies = new Map<string, Tally>();
  for (let from = 0; from < contacts.length; from += PAGE) {
    const page = contacts.slice(from, from + PAGE);
    const refIds = page.map(([refId]) => refId);
    const roleOf = rolesOf(files, refIds, contactKey.seal, roles);
    for (const [refId, { slot, steps }] of page) {
      const role = roleOf.get(refId) ?? OTHER;
      const tally = tallies.get(role) ?? createTally();
      tallies.set(role, tally);
      const own = levelOf(steps);
      const level = own >= REPLIED && counted.levels[slot] === WON ? WON : own;
      tally.levels[level] = (tally.levels[level] ?? 0) + 1;
    }
    await yieldIfDue();
  }
  return { state: 'counted', roles: rowsOf(tallies, roles) };
}

/** Returns the key of each contact's role. Contacts that are no longer stored are omitted. */
function rolesOf(
  { cache, yours }: Pick<OutcomeFiles, 'cache' | 'yours'>,
  refIds: readonly number[],
  seal: ContactEncryption,
  roles: BuyerRoles,
): Map<number, string> {
  const keys = new Map<number, string>();
  for (const contact of titlesOfContacts(cache, contactIdentities(yours, refIds))) {
    const title = decryptTitle(seal, contact);
    if (title !== undefined) keys.set(contact.refId, keyOfMatch(matchTitle(title, roles)));
  }
  return keys;
}

function keyOfMatch({ match, reason }: ContactMatch): string {
  if (match !== 'strong' || reason === null) return OTHER;
  return reason.kind === 'keyword' ? keywordKey(reason.keyword) : reason.department;
}
const keywordKey = (keyword: string): string => `keyword ${keyword}`;

function rowsOf(
  tallies: ReadonlyMap<string, Tally>,
  { roles, keywords }: BuyerRoles,
): Extract<RoleOutcomes, { state: 'counted' }>['roles'] {
  const row = (key: string, role: OutcomeRole) => {
    const counts = countsOf(tallies.get(key) ?? createTally());
    const count = (step: number): number => counts[step] ?? 0;
    return {
      role,
      contacted: count(CONTACTED),
      replied: count(REPLIED),
      meeting: count(MEETING),
      won: count(WON),
      replyRate: shareOf(count(REPLIED), count(CONTACTED)),
    };
  };
  const wanted = [
    ...roles.map((role) => row(role.department, { kind: 'role', ...role })),
    ...keywords.map((keyword) => row(keywordKey(keyword), { kind: 'keyword', keyword })),
  ].sort((a, b) => b.contacted - a.contacted);
  return [...wanted, row(OTHER, { kind: 'other' })].filter(({ contacted }) => contacted > 0);
}
