import type { ErasedReply } from '../../../shared/contract/privacy.ts';
import type { Screen } from '../../../shared/model/budget.ts';
import { countText, plural } from '../../lib/format.ts';
import { requestStrings } from '../../ui/text/request-strings.ts';

const people = (count: number): string => plural(count, 'contact');

/** UI text for all dialogs that delete data. */
export const deletion = {
  deleted: 'Deleted',
  kept: 'Kept',
  counting: 'Counting…',
  people,
  aside: 'any damaged copies of the library',
  asideAndBackups: 'any damaged copies of the library, and damaged backups',
  allDamaged: 'any damaged copies of the library or your data, and damaged backups',
} as const;

export const contactErasure = {
  menu: (name: string) => `More actions for ${name}`,
  suppress: 'Block contact…',
  erase: 'Erase contact…',
  suppressTitle: (name: string) => `Block ${name}?`,
  suppressAbout: 'Roundwatch erases this contact from every company now and never stores them again.',
  suppressAct: 'Block contact',
  eraseTitle: (name: string) => `Erase ${name}?`,
  eraseAbout:
    'Roundwatch erases this contact from every company now. A later request may fetch this contact again.',
  eraseAct: 'Erase contact',
  deletedFields: 'name, title, e-mail address and LinkedIn profile, in all downloaded data',
  deletedUndocumented: 'any extra data from the service that may mention the contact',
  keptUserData: 'your notes, templates, tasks and contact log, even where they contain the name',
  keptCopies: 'backups and undo history of your data, and the request history',
  keptCode: 'a code, without the name, that lets Roundwatch recognise and skip this contact',
  unblockNote:
    'You can unblock this contact in Settings → Privacy and deletion, and then fetch the data again.',
  suppressed: (name: string) => `${name} is blocked and won’t be stored again`,
  erased: (name: string) => `${name} erased`,
  allow: 'Unblock',
  allowed: (name: string) => `${name} is unblocked and can be fetched again`,
} as const;

export const companyErasure = {
  menu: 'More actions',
  command: 'Erase this company',
  erase: 'Erase company…',
  title: (name: string) => `Erase ${name}?`,
  act: 'Erase company',
  someData: (count: number) =>
    `downloaded data from ${plural(count, 'request or webhook event', 'requests or webhook events')}`,
  allData: 'all downloaded data about this company',
  name: 'the company’s name in your data and your backups, except in text you wrote',
  kept: 'your data about this company, such as notes, tasks and lists',
  keptLedger: 'the request history, which refers to the company only by its ID',
  again: 'You can’t undo this. A later search may return the company and cost a record again.',
  done: (name: string) => `${name} erased`,
  effects: (reply: ErasedReply): string =>
    [
      reply.people > 0 ? `${people(reply.people)} deleted` : null,
      reply.backupsAmended > 0 ? `name removed from ${plural(reply.backupsAmended, 'backup')}` : null,
      reply.filesRemoved > 0
        ? `${plural(reply.filesRemoved, 'damaged copy or backup', 'damaged copies or backups')} deleted`
        : null,
      reply.copiesPending
        ? 'some backups still contain the name (Roundwatch will try again when you next open this workspace)'
        : null,
    ]
      .filter(Boolean)
      .join(', '),
} as const;

export const dataOrigin = {
  none: 'No downloaded data about this company.',
  reading: 'Loading…',
  what: { company: 'Company', panel: 'Details', people: 'Contacts' },
  people,
  noCall: 'No matching entry in the request history',
  webhook: 'Received as a webhook event',
  paste: 'Pasted by you',
  staysUntilErased: 'Never deleted automatically',
  goes: (day: string) => `Will be deleted automatically on ${day}`,
  deletedSoon: 'Will be deleted automatically within a day',
  by: (reason: string) =>
    reason.startsWith('You')
      ? `Fetched by you${reason.slice('You'.length)}`
      : `Fetched (${reason.charAt(0).toLowerCase()}${reason.slice(1)})`,
  from: (screen: Screen): string => {
    if (screen === 'none') return '';
    return screen === 'company'
      ? ', on the company page'
      : `, on the ${requestStrings.screens[screen]} screen`;
  },
  wholeCall: 'The price of the whole request. A search also returns other companies.',
  more: (count: number) => `Show ${countText(count)} more`,
  fewer: 'Show fewer',
  kept: 'Downloaded data is stored only on this computer. Your own data stays until you delete it.',
} as const;

/** The kinds of data that a dialog lists as deleted or kept. */
export interface DeletionEffects {
  readonly deleted: readonly string[];
  readonly kept: readonly string[];
}
export function companyDeletionEffects(why: readonly { readonly people: number | null }[]): DeletionEffects {
  const uncounted = why.filter(({ people: count }) => count === null).length;
  const contacts = why.reduce((sum, { people: count }) => sum + (count ?? 0), 0);
  return {
    deleted: [
      uncounted === 0 ? companyErasure.allData : companyErasure.someData(uncounted),
      ...(contacts > 0 ? [deletion.people(contacts)] : []),
      companyErasure.name,
      deletion.allDamaged,
    ],
    kept: [companyErasure.kept, companyErasure.keptLedger],
  };
}
export function contactDeletionEffects(how: 'suppress' | 'erase'): DeletionEffects {
  return {
    deleted: [contactErasure.deletedFields, contactErasure.deletedUndocumented, deletion.aside],
    kept: [
      contactErasure.keptUserData,
      contactErasure.keptCopies,
      ...(how === 'suppress' ? [contactErasure.keptCode] : []),
    ],
  };
}
