import { z } from 'zod';
import { byMatch } from '../../../../shared/contact-order.ts';
import type { ContactsOfCompany } from '../../../../shared/model/company.ts';
import { canStoreContacts } from '../../contacts/contact-encryption.ts';
import { peopleOf } from '../../contacts/contact-view.ts';
import { readBuyerRoles } from '../../market/buyer-roles.ts';
import { defineTool, ToolRefusal, type ToolContext } from '../tool.ts';
import { ageOf, companyInput, companyReply, handCompany, line, lineOrNull } from './tool-parts.ts';

const CONTACTS_MAX = 25;

export const companyContacts = defineTool({
  name: 'company_contacts',
  title: 'Contacts at a company',
  description:
    'Returns the first 25 stored contacts of one company in the order of the screen: those who match the user’s buyer roles first, then by seniority. The screen suggests the first one with an email address. `stored` is how many there are. Free: nothing is requested from the data service. Refused while contacts are locked.',
  permission: 'contacts',
  readOnly: true,
  input: () => z.strictObject(companyInput()),
  run: (context, { company_id }) => {
    requireUnlocked(context);
    const company = handCompany(context, company_id);
    const released = context.release.ask(company_id);
    if (!released.allowed)
      throw new ToolRefusal(
        'too-many',
        'The contacts of too many companies were read within a minute. Try again in a minute.',
      );
    const stored = allContacts(context, company_id);
    // `not-kept` also counts as locked, because the rows may be encrypted with a key that is no longer
    // available.
    if (stored.state === 'locked' || stored.state === 'not-kept') throw locked();
    const people = byMatch(stored.people).slice(0, CONTACTS_MAX);
    return companyReply(
      company,
      {
        name: line(company.companyName, 200),
        state: stored.state,
        age: ageOf(stored.stamp, context.nowMs),
        stored: stored.stored,
        contacts: people.map(({ name, title, email, emailValid, linkedinUrl, match }) => ({
          name: line(name, 200),
          title: lineOrNull(title, 300),
          email: emailValid ? lineOrNull(email, 320) : null,
          linkedin: lineOrNull(linkedinUrl, 500),
          ...(match === undefined ? {} : { match: match.match }),
        })),
      },
      { read: [{ kind: 'contacts', itemId: company_id, companyId: company_id, amount: people.length }] },
    );
  },
});

/** @throws ToolRefusal `locked` */
function requireUnlocked({ workspace: { vault } }: ToolContext): void {
  if (!canStoreContacts(vault.seal())) throw locked();
}

const locked = (): ToolRefusal =>
  new ToolRefusal('locked', 'Contacts are locked in Roundwatch. The user can unlock them there.');

/**
 * Reads all pages. They are sorted by name, so the best matches, which must come first, may be on any page.
 */
function allContacts(
  { workspace: { files, vault }, nowMs }: ToolContext,
  companyId: string,
): ContactsOfCompany {
  const buyerRoles = readBuyerRoles(files.yours);
  const page = (offset: number): ContactsOfCompany =>
    peopleOf(files.cache, vault.seal(), companyId, nowMs, { offset, buyerRoles });
  const first = page(0);
  const people = [...first.people];
  while (people.length < first.stored) {
    const further = page(people.length).people;
    if (further.length === 0) break;
    people.push(...further);
  }
  return { ...first, people };
}
