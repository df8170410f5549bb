import type { ErasedReply, Retention, Suppression } from '../../../../shared/contract/privacy.ts';
import { monthText, plural } from '../../../lib/format.ts';
import { deletion, type DeletionEffects } from '../../company/privacy-strings.ts';
import { lockContacts } from '../account/lock-contacts-strings.ts';
import type { DeletionCounts } from './privacy.svelte.ts';

const KNOWN_BY: Readonly<Record<Suppression['knownBy'][number], string>> = {
  linkedin: 'LinkedIn profile',
  email: 'e-mail address',
  'service-id': 'the service’s id',
  name: 'name at that company',
};
const people = (count: number): string => plural(count, 'person', 'people');
const companies = (count: number): string => plural(count, 'company', 'companies');

export const privacy = {
  title: 'Privacy',
  about: 'What is kept of people, for how long, and how it goes. All of it is on this laptop only.',
  lock: lockContacts,
  retention: {
    title: 'How long',
    field: 'Contacts are kept',
    months: (months: number) => plural(months, 'month'),
    never: 'until you erase them',
    apply: 'Apply',
    applied: (months: number | null) =>
      months === null ? 'Contacts stay until you erase them' : `Contacts go after ${plural(months, 'month')}`,
    appliedWent: (gone: number) => `${people(gone)} erased; the setting is in force`,
    rule: 'Counted from when the service last told of them. Your own words are kept without limit.',
    nobody: 'No contacts are kept now.',
    expiresNow: (count: number) => `${people(count)} would go at once.`,
    asksFirst: 'The date is not confirmed, so Roundwatch asks before it erases anybody.',
    stays: (count: number) => `${people(count)} kept; nobody goes by themselves.`,
    table: 'Who goes when',
    from: 'From',
    count: 'People',
    now: 'at once',
    month: (atMs: number) => `${monthText(atMs)} ${new Date(atMs).getUTCFullYear()}`,
    dialog: {
      title: (count: number) => `Erase ${people(count)} now?`,
      act: (count: number) => `Erase ${people(count)}`,
    },
    keep: 'Your notes, lists and tasks stay, and so do the companies. This cannot be undone.',
    later: (retention: Retention) => `${people(retention.people - retention.expiresNow)} stay for now.`,
  },
  out: {
    title: 'Kept out',
    about: 'Known again by a keyed fingerprint only: no name is kept, so none can be shown.',
    none: 'Nobody is kept out.',
    list: 'People who are kept out',
    since: (day: string) => `Since ${day}`,
    asked: { person: 'on their card', typed: 'by an address that you typed' },
    knownBy: (by: Suppression['knownBy']) =>
      by.length === 0
        ? 'known again by nothing any more'
        : `known again by ${by.map((each) => KNOWN_BY[each]).join(', ')}`,
    lost: 'Known again by nothing: the key of their fingerprints was given up. A later answer may bring them; keep them out anew by their address.',
    unblock: 'Take back',
    unblockLabel: (day: string) => `Take back, kept out since ${day}`,
    unblocked: 'May be kept again when a call tells of them; nobody returned by this',
    more: (count: number) => `Show ${count} more`,
    add: 'Keep somebody out…',
    addTitle: 'Keep somebody out',
    addAbout:
      'For somebody who wrote to you. They go from every company here, and no later answer brings them back.',
    email: 'E-mail address',
    linkedin: 'LinkedIn profile',
    linkedinHint: 'one of the two is enough',
    needs: 'An e-mail address or a profile',
    badEmail: 'This is not an e-mail address',
    act: 'Keep them out',
    needsKey: {
      locked: 'People are locked: unlock them to keep somebody out.',
      'not-kept': 'No contacts are kept here, so nobody needs to be kept out.',
    },
    done: ({ people: gone }: ErasedReply) =>
      gone === 0
        ? 'Kept out from now on; nobody here was theirs'
        : `Kept out from now on; ${people(gone)} went`,
  },
  key: {
    change: 'Change the key…',
    title: 'Change the people key',
    about: 'Contacts are sealed anew under a new key; what the old one opened is rewritten.',
    goes: 'Copies of the old key open nothing here afterwards.',
    unlockFirst: 'Unlock people to change their key.',
    act: 'Change the key',
    changed: {
      keychain: 'Sealed under a new key in the keychain',
      passphrase: 'Sealed under the new passphrase',
    },
    changing: 'A change of the key is not finished: it goes on when people are next unlocked.',
    newPassphrase: 'New passphrase',
    again: 'New passphrase again',
    how: 'Where the new key lives',
    places: { keychain: 'In the system’s keychain', passphrase: 'Under a new passphrase' },
    placeHint: 'Asked for at every start. Nobody can recover it.',
    noKeychain: 'no keychain answers on this machine',
    where: {
      keychain: 'In the keychain of this machine; opened at the start.',
      passphrase: 'Nowhere: it is made from your passphrase at every start.',
      none: 'There is none, because no contacts are kept.',
      demo: 'In the program itself: the demo’s people are invented.',
    },
    whereTitle: 'Its key',
  },
  wipe: {
    title: 'Wipe',
    service: 'Wipe what the service said…',
    serviceTitle: 'Wipe what the service said?',
    serviceAct: 'Wipe it',
    serviceDone: 'Wiped what the service said',
    all: 'Wipe everything…',
    allTitle: (name: string) => `Wipe everything of ${name}?`,
    allAct: 'Wipe everything',
    allDone: (name: string) => `Wiped ${name}`,
    facts: (of: number) => `${companies(of)} with all that was fetched of them`,
    words: (notes: number, lists: number) =>
      `your words: ${plural(notes, 'company with a note', 'companies with notes')}, ${plural(lists, 'list')}, tasks, status and saved filters`,
    backups: (count: number) => plural(count, 'backup'),
    ledger: 'the ledger of every call',
    keys: 'the API key and the people key',
    keptOut: (count: number) => (count === 0 ? 'who is kept out' : `who is kept out: ${people(count)}`),
    otherWorkspaces: 'other workspaces',
    exported: 'notes that you exported, wherever you put them',
    account: 'the account at the service, and what it counts as used',
    noUndo: 'This cannot be undone. Fetching again costs records again.',
    noUndoAll: 'This cannot be undone, and no backup is left.',
  },
} as const;

const MONTHS = [3, 6, 12, 18, 24, 36];
/**
 * Returns the retention periods to choose from, including the current one. `never` means that contacts are
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

export function serviceDeletionEffects(counts: DeletionCounts): DeletionEffects {
  const { wipe } = privacy;
  return {
    deleted: [wipe.facts(counts.companies), deletion.people(counts.people), deletion.aside],
    kept: [
      wipe.words(counts.notes, counts.lists),
      wipe.backups(counts.backups),
      wipe.ledger,
      wipe.keys,
      wipe.keptOut(counts.suppressions),
    ],
  };
}
export function allDeletionEffects(counts: DeletionCounts): DeletionEffects {
  const { wipe } = privacy;
  return {
    deleted: [
      wipe.facts(counts.companies),
      deletion.people(counts.people),
      wipe.words(counts.notes, counts.lists),
      wipe.backups(counts.backups),
      wipe.ledger,
      wipe.keys,
      wipe.keptOut(counts.suppressions),
    ],
    kept: [wipe.otherWorkspaces, wipe.exported, wipe.account],
  };
}
