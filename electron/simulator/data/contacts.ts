import { DAY_MS } from './calendar.ts';
import { OTHER_TITLES } from './people-names.ts';
import type { Contact } from './company-details.ts';
import { detailsOf } from './companies-of-profile.ts';
import { mixSeed } from './random.ts';
import type { Profile } from '../profile/profile-options.ts';
import type { Company } from './company-model.ts';
import type { World } from './world.ts';

/**
 * Contacts change their titles within a period of `CHANGE_DAYS` days, which begins on this day relative to
 * the epoch. The specification gives neither value.
 */
const FIRST_CHANGE_DAY = -20;
const CHANGE_DAYS = 80;

/** Returns the company's contacts as the service lists them at `nowMs`. */
export function contactsOf(
  company: Company,
  world: World,
  profile: Profile,
  nowMs: number,
): readonly Contact[] {
  const contacts = detailsOf(world, profile).contacts(company);
  if (profile.people === 'steady') return contacts;
  const current = contacts.map((contact) => withCurrentTitle(contact, world, nowMs));
  const [first] = current;
  const isDuplicated = first !== undefined && mixSeed(company.seed, 'twice') % 3 === 0;
  return isDuplicated ? [...current, duplicateContact(first)] : current;
}

/** Returns the contact with its title at `nowMs`. One in three contacts changes its title, and only once. */
function withCurrentTitle(contact: Contact, world: World, nowMs: number): Contact {
  const seed = mixSeed(contact.id, 'title');
  if (seed % 3 !== 0) return contact;
  const changedMs = world.epochMs + (FIRST_CHANGE_DAY + (seed % CHANGE_DAYS)) * DAY_MS;
  if (nowMs < changedMs) return contact;
  const titles = OTHER_TITLES.filter((title) => title !== contact.title);
  return { ...contact, title: titles[seed % titles.length] ?? contact.title };
}

/**
 * Returns a copy of the contact as a second data source might list it: with a different id, and with
 * different spellings of the name, email address and profile URL.
 */
const duplicateContact = (contact: Contact): Contact => ({
  ...contact,
  id: `${contact.id}b`,
  name: contact.name.toUpperCase(),
  email: contact.email?.toUpperCase() ?? null,
  linkedinUrl: `${contact.linkedinUrl.replace('https://', 'http://www.')}/`,
});
