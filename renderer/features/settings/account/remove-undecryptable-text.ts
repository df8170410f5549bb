import { plural } from '../../../lib/format.ts';
import { deletion, type DeletionEffects } from '../../company/privacy-strings.ts';
import { privacy } from '../privacy/strings.ts';

const contacts = (count: number): string => plural(count, 'contact');

/** UI text about removing contacts whose key is lost. */
export const removeUndecryptableContacts = {
  ask: 'Remove unreadable contacts…',
  title: 'Remove unreadable contacts?',
  /** Explains why the contacts cannot be decrypted, and what may still help. */
  when: {
    passphrase:
      'Without the passphrase, nobody can read these contacts, not even Roundwatch. If you might still remember it, keep them: they stay encrypted.',
    'key-missing':
      'Without their key, nobody can read these contacts. If you can restore an older keychain, keep them: they stay encrypted.',
    'key-damaged':
      'The damaged key cannot decrypt these contacts. If you can restore an older keychain, keep them: they stay encrypted.',
  },
  deleted: {
    contacts: (count: number) => `${contacts(count)} stored on this computer`,
    answers: 'contact details in stored responses',
    log: 'the contacts that entries in your contact log refer to',
    fingerprints: (count: number) =>
      `what identifies ${contacts(count)} marked “Do not store”: a later response may bring them back`,
  },
  kept: {
    companies: 'companies and everything else fetched about them',
    words: 'all notes, tags, lists and tasks',
    keptOut: (count: number) =>
      `that ${contacts(count)} ${count === 1 ? 'was' : 'were'} marked “Do not store”, and since when, but not who: block them again by e-mail address`,
  },
  cost: 'This cannot be undone. The records already spent are not refunded, and fetching contacts again costs records again.',
  act: 'Remove contacts',
  done: (count: number) => `Removed ${contacts(count)}. Choose how to protect contacts from now on`,
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
      deleted.answers,
      deleted.log,
      ...(suppressions > 0 ? [deleted.fingerprints(suppressions)] : []),
      deletion.aside,
    ],
    kept: [
      kept.companies,
      kept.words,
      wipe.ledger,
      ...(suppressions > 0 ? [kept.keptOut(suppressions)] : []),
    ],
  };
}
