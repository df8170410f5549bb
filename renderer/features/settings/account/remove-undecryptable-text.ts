import { plural } from '../../../lib/format.ts';
import { deletion, type DeletionEffects } from '../../company/privacy-strings.ts';
import { privacy } from '../privacy/strings.ts';

const contacts = (count: number): string => plural(count, 'contact');

export const removeUndecryptableContacts = {
  ask: 'Remove unreadable contacts…',
  title: 'Remove unreadable contacts?',
  /** Explains why the contacts cannot be decrypted, and when the user should keep them. */
  when: {
    passphrase:
      'Without the passphrase, nobody can read these contacts, not even Roundwatch. If you might still remember the passphrase, keep the contacts. They stay encrypted.',
    'key-missing':
      'Without their key, nobody can read these contacts. If you can restore the keychain from a backup, keep the contacts. They stay encrypted.',
    'key-damaged':
      'The damaged key can’t decrypt these contacts. If you can restore the keychain from a backup, keep the contacts. They stay encrypted.',
  },
  deleted: {
    contacts: (count: number) => `${contacts(count)} stored on this computer`,
    responses: 'contact details elsewhere in downloaded data',
    log: 'the links from your contact log to these contacts',
    codes: (count: number) =>
      `the codes that identify ${plural(count, 'blocked contact')}, who may then be stored again`,
  },
  kept: {
    companies: 'companies and everything else fetched about them',
    userData: 'all notes, tags, lists and tasks',
    blocks: (count: number) =>
      `the date of each block, but not who was blocked (block ${count === 1 ? 'this contact' : 'these contacts'} again by e-mail address or LinkedIn profile)`,
  },
  cost: 'You can’t undo this. Spent records aren’t refunded, and fetching contacts again costs records.',
  act: 'Remove contacts',
  done: (count: number) => `Removed ${contacts(count)}. Choose how to protect contacts from now on.`,
} as const;

export function removeUndecryptableText(counts: {
  readonly people: number;
  readonly suppressions: number;
}): DeletionEffects {
  const { deleted, kept } = removeUndecryptableContacts;
  const { suppressions } = counts;
  const { wipe } = privacy;
  return {
    deleted: [
      deleted.contacts(counts.people),
      deleted.responses,
      deleted.log,
      ...(suppressions > 0 ? [deleted.codes(suppressions)] : []),
      deletion.aside,
    ],
    kept: [
      kept.companies,
      kept.userData,
      wipe.ledger,
      ...(suppressions > 0 ? [kept.blocks(suppressions)] : []),
    ],
  };
}
