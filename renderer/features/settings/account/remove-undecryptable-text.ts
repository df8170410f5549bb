import { plural } from '../../../lib/format.ts';
import { deletion, type DeletionEffects } from '../../company/privacy-strings.ts';
import { privacy } from '../privacy/strings.ts';

const people = (count: number): string => plural(count, 'person', 'people');

/** UI text about removing contacts whose key is lost. */
export const removeUndecryptableContacts = {
  ask: 'Remove the sealed people and begin anew…',
  title: 'Remove the sealed people and begin anew?',
  /** Explains why the contacts cannot be decrypted, and what may still help. */
  when: {
    passphrase:
      'Without their passphrase nobody can read them, not even Roundwatch. If you may still remember it, leave them: they stay sealed.',
    'key-missing':
      'Without their key nobody can read them. If you can put an older keyring back, leave them: they stay sealed.',
    'key-damaged':
      'What is left of their key opens nobody. If you can put an older keyring back, leave them: they stay sealed.',
  },
  deleted: {
    contacts: (count: number) => `the sealed contacts on this laptop: ${people(count)}`,
    answers: 'what sealed answers said of people',
    log: 'whom entries of your contact log were about',
    fingerprints: (count: number) =>
      `by what ${people(count)} kept out would be known again: a later answer may bring them back`,
  },
  kept: {
    companies: 'companies, with all else that was fetched of them',
    words: 'every note, tag, list and task',
    keptOut: (count: number) =>
      `that ${people(count)} ${count === 1 ? 'was' : 'were'} kept out, and since when, but not who: keep them out anew by their address`,
  },
  cost: 'This cannot be undone. What they cost is not given back, and fetching them again costs records again.',
  act: 'Remove them',
  done: (count: number) => `Removed ${people(count)}; choose how contacts are kept from now on`,
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
