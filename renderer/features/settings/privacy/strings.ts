import type { ErasedReply, Retention, Suppression } from '../../../../shared/contract/privacy.ts';
import { monthText, plural } from '../../../lib/format.ts';
import { deletion, type DeletionEffects } from '../../company/privacy-strings.ts';
import { companies } from '../../lists/strings.ts';
import { lockContacts } from '../account/lock-contacts-strings.ts';
import type { DeletionCounts } from './privacy.svelte.ts';

const KNOWN_BY: Readonly<Record<Suppression['knownBy'][number], string>> = {
  linkedin: 'LinkedIn profile',
  email: 'e-mail address',
  'service-id': 'service ID',
  name: 'name plus company',
};
const contacts = (count: number): string => plural(count, 'contact');

export const privacy = {
  title: 'Privacy and deletion',
  about: 'Choose how long contacts are stored on this computer, block contacts, and delete data.',
  lock: lockContacts,
  retention: {
    title: 'Retention',
    field: 'Keep contacts',
    months: (months: number) => plural(months, 'month'),
    never: 'Until you erase them',
    apply: 'Apply change',
    applied: (months: number | null) =>
      months === null
        ? 'Contacts are kept until you erase them'
        : `Contacts are erased after ${plural(months, 'month')}`,
    appliedWent: (gone: number) => `${contacts(gone)} erased`,
    rule: 'The period starts again each time a contact is fetched. Your notes, lists and tasks are always kept.',
    nobody: 'No contacts are stored.',
    expiresNow: (count: number) => `${contacts(count)} would be erased now.`,
    asksFirst: 'Roundwatch isn’t certain of this computer’s date, so it asks before it erases contacts.',
    stays: (count: number) => `${contacts(count)} stored. Contacts aren’t erased automatically.`,
    table: 'When contacts are erased',
    from: 'To be erased in',
    count: 'Contacts',
    now: 'now',
    month: (atMs: number) => `${monthText(atMs)} ${new Date(atMs).getUTCFullYear()}`,
    dialog: {
      title: (count: number) => `Erase ${contacts(count)} now?`,
      act: (count: number) => `Erase ${contacts(count)}`,
    },
    keep: 'Your notes, lists, tasks and companies are kept. Erased contacts can’t be restored.',
    later: ({ people, expiresNow }: Retention) =>
      people === expiresNow
        ? 'No other contacts are stored.'
        : `${contacts(people - expiresNow)} ${people - expiresNow === 1 ? 'is' : 'are'} kept for now.`,
  },
  out: {
    title: 'Blocked contacts',
    about:
      'Blocked contacts are never stored again. Roundwatch keeps only a code for each contact, so names can’t be shown here.',
    none: 'No contacts are blocked.',
    list: 'Blocked contacts',
    since: (day: string) => `Since ${day}`,
    asked: { person: 'blocked on a company page', typed: 'blocked in Settings' },
    knownBy: (by: Suppression['knownBy']) =>
      by.length === 0
        ? 'no longer recognised'
        : `recognised by ${new Intl.ListFormat('en').format(by.map((each) => KNOWN_BY[each]))}`,
    lost: 'Some blocked contacts are no longer recognised, because the contact key was lost. A later request may bring them back. Block them again by e-mail address or LinkedIn profile.',
    unblock: 'Unblock',
    unblockLabel: (day: string) => `Unblock the contact blocked on ${day}`,
    unblocked: 'Contact unblocked. Roundwatch can store the contact again.',
    more: (count: number) => `Show ${count} more`,
    add: 'Block a contact…',
    addTitle: 'Block a contact',
    addAbout:
      'For someone who asked not to be contacted. Roundwatch erases the contact now and never stores them again.',
    email: 'E-mail address',
    linkedin: 'LinkedIn profile',
    emailHint: 'not needed if you enter a LinkedIn profile',
    needs: 'Enter an e-mail address or a LinkedIn profile.',
    badEmail: 'This isn’t an e-mail address.',
    act: 'Block contact',
    needsKey: {
      locked: 'Contacts are locked. Unlock them to block someone.',
      'not-kept': 'This workspace doesn’t store contacts, so there’s nobody to block.',
    },
    done: ({ people: gone }: ErasedReply) =>
      gone === 0
        ? 'Contact blocked. No stored contacts matched.'
        : `Contact blocked. ${plural(gone, 'matching contact')} erased.`,
  },
  key: {
    change: 'Change contact key…',
    title: 'Change contact key',
    about: 'Roundwatch re-encrypts all contacts with a new key.',
    goes: 'After that, the old key can’t decrypt the contacts stored here.',
    act: 'Change key',
    changed: {
      keychain: 'Contacts are now encrypted with a new key in the keychain',
      passphrase: 'Contacts are now encrypted with the new passphrase',
    },
    changing: 'The key change isn’t finished. It resumes the next time contacts are unlocked.',
    newPassphrase: 'New passphrase',
    again: 'Repeat the new passphrase',
    how: 'Protect the new key with',
    places: { keychain: 'The keychain', passphrase: 'A new passphrase' },
    placeHint: 'Needed each time you start Roundwatch. A lost passphrase can’t be recovered.',
    noKeychain: 'no keychain found on this computer',
    where: {
      keychain: 'In this computer’s keychain.',
      passphrase:
        'Not stored. Roundwatch derives the key from your passphrase each time you unlock contacts.',
      none: 'None, because no contacts are stored.',
      demo: 'Built into the app, because the demo’s contacts are fictional.',
    },
    whereTitle: 'Contact key',
  },
  wipe: {
    title: 'Delete data',
    service: 'Delete downloaded data…',
    serviceTitle: 'Delete downloaded data?',
    serviceAct: 'Delete downloaded data',
    serviceDone: 'Downloaded data deleted',
    serviceDonePending:
      'Downloaded data deleted. The history of company pages you opened will be removed from backups when you next open this workspace.',
    opened: 'the history of company pages you opened, here and in your backups',
    all: 'Delete everything…',
    allTitle: (name: string) => `Delete everything in ${name}?`,
    allAct: 'Delete everything',
    allDone: (name: string) => `${name} deleted`,
    facts: (of: number) =>
      of === 0 ? 'all downloaded data' : `${companies(of)} and all other downloaded data`,
    userData: (notes: number, lists: number) =>
      `your data: ${[
        ...(notes === 0 ? [] : [`notes on ${plural(notes, 'company', 'companies')}`]),
        ...(lists === 0 ? [] : [plural(lists, 'list')]),
        'tasks, contact log, templates, saved searches and everything else you added',
      ].join(', ')}`,
    backups: (count: number) => plural(count, 'backup'),
    ledger: 'the request history',
    keys: 'the API key and the contact key',
    assistants: 'all assistants, their proposals and the assistant log',
    blocked: (count: number) =>
      count === 0 ? 'the list of blocked contacts' : `the list of ${plural(count, 'blocked contact')}`,
    otherWorkspaces: 'your other workspaces',
    exported: 'your exported notes',
    account: 'your account with the service and its usage count',
    noUndo: 'You can’t undo this. Fetching the data again costs records.',
    noUndoAll:
      'You can’t undo this. The backups are deleted too, including those in the second folder if Roundwatch can reach it.',
  },
} as const;

const MONTHS = [3, 6, 12, 18, 24, 36];
/**
 * Returns the retention periods to choose from, including the current period. `never` means that contacts are
 * stored without a time limit.
 */
export function retentionOptions(
  months: number | null,
): { readonly value: string; readonly label: string }[] {
  const offered = months === null || MONTHS.includes(months) ? MONTHS : [...MONTHS, months];
  return [
    ...offered
      .toSorted((a, b) => a - b)
      .map((each) => ({ value: String(each), label: privacy.retention.months(each) })),
    { value: 'never', label: privacy.retention.never },
  ];
}

/** Empty for the demo, which has no API key and whose contact key is part of the app. */
const keysOf = (isDemo: boolean): readonly string[] => (isDemo ? [] : [privacy.wipe.keys]);

const peopleOf = (count: number): readonly string[] => (count === 0 ? [] : [deletion.people(count)]);
const backupsOf = (count: number): readonly string[] => (count === 0 ? [] : [privacy.wipe.backups(count)]);

export function serviceDeletionEffects(counts: DeletionCounts, isDemo: boolean): DeletionEffects {
  const { wipe } = privacy;
  return {
    deleted: [
      wipe.facts(counts.companies),
      ...peopleOf(counts.people),
      wipe.opened,
      deletion.asideAndBackups,
    ],
    kept: [
      wipe.userData(counts.notes, counts.lists),
      ...backupsOf(counts.backups),
      wipe.ledger,
      ...keysOf(isDemo),
      wipe.blocked(counts.suppressions),
    ],
  };
}
export function allDeletionEffects(counts: DeletionCounts, isDemo: boolean): DeletionEffects {
  const { wipe } = privacy;
  return {
    deleted: [
      wipe.facts(counts.companies),
      ...peopleOf(counts.people),
      wipe.userData(counts.notes, counts.lists),
      ...backupsOf(counts.backups),
      wipe.ledger,
      ...keysOf(isDemo),
      wipe.assistants,
      wipe.blocked(counts.suppressions),
    ],
    kept: [wipe.otherWorkspaces, wipe.exported, ...(isDemo ? [] : [wipe.account])],
  };
}
