import type { ErasedReply } from '../../../shared/contract/privacy.ts';
import { plural } from '../../lib/format.ts';

const people = (count: number): string => plural(count, 'contact');

/** UI text for all dialogs that delete data. */
export const deletion = {
  deleted: 'Deleted',
  kept: 'Kept',
  counting: 'Counting…',
  people,
  aside: 'damaged library files that were set aside, if any',
} as const;

export const contactErasure = {
  menu: (name: string) => `More actions for ${name}`,
  suppress: 'Do not store…',
  erase: 'Erase…',
  suppressTitle: (name: string) => `Do not store ${name}?`,
  suppressAbout: 'Deletes this contact from every company now, and never stores them again.',
  suppressAct: 'Do not store',
  eraseTitle: (name: string) => `Erase ${name}?`,
  eraseAbout: 'Deletes this contact from every company now. A later request may return them again.',
  eraseAct: 'Erase contact',
  deletedFields: 'name, title, e-mail address and profile, in the library and in stored responses',
  deletedUndocumented: 'all undocumented fields in the stored responses about their companies',
  keptUserData: 'your notes, templates, tasks and contact log, even where you wrote their name',
  keptCopies: 'backups and undo steps of your own texts, and the request history',
  keptFingerprint: 'a fingerprint without a name, to recognise and skip this contact later',
  unblockNote:
    'You can allow this contact again in Settings → Privacy. Their data must then be fetched again.',
  suppressed: (name: string) => `${name} will not be stored`,
  erased: (name: string) => `${name} erased`,
  allow: 'Allow again',
  allowed: (name: string) => `${name} will be stored again when next fetched`,
} as const;

export const companyErasure = {
  menu: 'More actions',
  command: 'Erase this company',
  erase: 'Erase company…',
  title: (name: string) => `Erase ${name}?`,
  act: 'Erase company',
  answers: (count: number) => `downloaded data from ${plural(count, 'response')}`,
  nothing: 'downloaded data about it',
  name: 'its name, in your data and in backups of it',
  kept: 'your notes, lists and tasks about it, without its name',
  keptLedger: 'the request history, which contains only its id',
  again: 'A later search may find this company again and charge for it again. You cannot undo this.',
  done: (name: string) => `${name} erased`,
  forgotten: (reply: ErasedReply): string =>
    [
      reply.people > 0 ? people(reply.people) : null,
      reply.backupsAmended > 0 ? `${plural(reply.backupsAmended, 'backup')} rewritten` : null,
      reply.filesRemoved > 0 ? `${plural(reply.filesRemoved, 'damaged file')} removed` : null,
      reply.copiesPending ? 'backups will be rewritten when you next open this workspace' : null,
    ]
      .filter(Boolean)
      .join(', '),
} as const;

export const dataOrigin = {
  none: 'No downloaded data about this company.',
  reading: 'Loading…',
  what: { company: 'Company', panel: 'Panel', people: 'Contacts' },
  people,
  noCall: 'Not in this computer’s request history',
  webhook: 'Delivered by the webhook',
  paste: 'Pasted by you',
  staysUntilErased: 'Kept until you erase it',
  goes: (day: string) => `Deleted automatically on ${day}`,
  deletedSoon: 'Deleted automatically within a day',
  by: (reason: string) => (reason === 'You' ? 'Fetched by you' : `Fetched by ${reason}`),
  from: (screen: string) => `in ${screen}`,
  wholeCall: 'Price of the whole request. A search returns other companies too.',
  more: (count: number) => `Show ${count} more`,
  fewer: 'Show fewer',
  kept: 'All of this is stored only on this computer. Your own data is kept until you delete it.',
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
      uncounted === 0 ? companyErasure.nothing : companyErasure.answers(uncounted),
      ...(contacts > 0 ? [deletion.people(contacts)] : []),
      companyErasure.name,
      deletion.aside,
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
      ...(how === 'suppress' ? [contactErasure.keptFingerprint] : []),
    ],
  };
}
