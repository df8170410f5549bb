import type { ErasedReply } from '../../../shared/contract/privacy.ts';
import { plural } from '../../lib/format.ts';

const people = (count: number): string => plural(count, 'person', 'people');

/** UI text for all dialogs that delete data. */
export const deletion = {
  deleted: 'Goes',
  kept: 'Stays',
  counting: 'Counting',
  people: (count: number) => `contacts: ${people(count)}`,
  aside: 'damaged libraries that were set aside, if any',
} as const;

export const contactErasure = {
  menu: (name: string) => `More about ${name}`,
  suppress: 'Keep out of Roundwatch…',
  erase: 'Erase from this laptop…',
  suppressTitle: (name: string) => `Keep ${name} out?`,
  suppressAbout: 'They go from every company here, and no later answer brings them back.',
  suppressAct: 'Keep out',
  eraseTitle: (name: string) => `Erase ${name}?`,
  eraseAbout: 'They go from every company here. A later answer may tell of them again.',
  eraseAct: 'Erase',
  deletedFields: 'name, title, email and profile, in the library and in stored responses',
  deletedUndocumented: 'every undocumented field in the stored responses about their companies',
  keptUserData: 'your notes, templates, tasks and contact log, even where you wrote their name',
  keptCopies: 'backups and undo steps of what you wrote, and the request history',
  keptFingerprint: 'a keyed fingerprint, by which they would be known again: no name',
  unblockNote: 'Settings can take it back; what went has to be fetched again.',
  suppressed: (name: string) => `${name} is kept out`,
  erased: (name: string) => `Erased ${name}`,
  allow: 'Allow again',
  allowed: (name: string) => `${name} may be kept again when a call tells of them`,
} as const;

export const companyErasure = {
  menu: 'More about this company',
  command: 'Erase this company',
  erase: 'Erase company…',
  title: (name: string) => `Erase ${name}?`,
  act: 'Erase the company',
  answers: (count: number) => `what ${plural(count, 'answer')} said of it`,
  nothing: 'what the service said of it',
  name: 'its name, in your words and in their backups',
  kept: 'your own words about it, without its name',
  keptLedger: 'the ledger, which knows only its id',
  again: 'A later search may find it again, and then costs again. This cannot be undone.',
  done: (name: string) => `Erased ${name}`,
  forgotten: (reply: ErasedReply): string =>
    [
      reply.people > 0 ? people(reply.people) : null,
      reply.backupsAmended > 0 ? `${plural(reply.backupsAmended, 'backup')} rewritten` : null,
      reply.filesRemoved > 0 ? `${plural(reply.filesRemoved, 'damaged file')} removed` : null,
      reply.copiesPending ? 'backups follow at the next opening' : null,
    ]
      .filter(Boolean)
      .join(', '),
} as const;

export const dataOrigin = {
  none: 'Nothing that the service said of it is kept.',
  reading: 'Looking it up',
  what: { company: 'Company', panel: 'Panel', people: 'People' },
  people: (count: number) => people(count),
  noCall: 'No call of this laptop that the ledger knows of',
  webhook: 'Delivered by the webhook',
  paste: 'Pasted by you',
  staysUntilErased: 'Kept until you erase it',
  goes: (day: string) => `Goes by itself on ${day}`,
  deletedSoon: 'Goes at the next check, within a day',
  by: (reason: string) => (reason === 'You' ? 'Asked by you' : `Asked by ${reason}`),
  from: (screen: string) => `in ${screen}`,
  wholeCall: 'of the whole call; a search brings other companies too',
  more: (count: number) => `Show ${count} more`,
  fewer: 'Show fewer',
  kept: 'All of it is on this laptop only. Your own words are kept without limit.',
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
