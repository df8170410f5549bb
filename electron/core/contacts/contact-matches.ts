import type { BuyerRoles, ContactMatchCounts } from '../../../shared/model/buyer-roles.ts';
import { countByMatch } from '../../../shared/buyer-roles.ts';
import type { ReadDb } from '../database/sql.ts';
import { matchTitle } from '../market/match-title.ts';
import { canStoreContacts, type ContactKeyState } from './contact-encryption.ts';
import { countListed } from './contact-view.ts';
import { decryptContacts } from './decrypt-contacts.ts';

/**
 * Counts the stored contacts of a company by how well their titles match the buyer roles. Returns null if
 * contacts are locked or not stored, or if the company has no readable contacts: zero counts would wrongly
 * suggest that no contact matches.
 *
 * The counts reveal facts about contacts, so a caller that sends them to the renderer must check the release
 * limit first (ADR 54).
 */
export function contactMatchesOf(
  db: ReadDb,
  seal: ContactKeyState,
  companyId: string,
  roles: BuyerRoles,
): ContactMatchCounts | null {
  if (!canStoreContacts(seal)) return null;
  const { people } = decryptContacts(db, seal.seal, companyId);
  if (people.length === 0) return null;
  const matches = people.map(({ title }) => matchTitle(title, roles).match);
  return { ...countByMatch(matches), listed: countListed(db, companyId) };
}
