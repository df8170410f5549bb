import type { Mutation } from '../mutation.ts';

const LIMIT = 'electron/core/contacts/release-rate-limit.ts';
const MATCH = 'electron/core/library/index/match-contacts.ts';
const RELEASE_TEST = 'test/security/contacts/contact-release.test.ts';

const oracle = (
  name: string,
  guarantee: string,
  edit: { readonly file: string; readonly find: string; readonly replace: string },
  title = 'learns the names of at most sixty companies from a list of names and every difference between replies',
  file = RELEASE_TEST,
): Mutation => ({ name, guarantee, figure: 'C4', edits: [edit], test: { file, titles: [title] } });

const autoLock = (
  name: string,
  guarantee: string,
  edit: { readonly file: string; readonly find: string; readonly replace: string },
  title: string,
): Mutation => ({
  name,
  guarantee,
  figure: 'K4',
  edits: [edit],
  test: { file: 'test/security/contacts/auto-lock.test.ts', titles: [title] },
});
const AUTO_LOCK = 'electron/core/workspace/auto-lock.ts';

/** Defects in the limits on searching contacts, and in locking contacts automatically. */
export const CONTACTS_MUTATIONS: readonly Mutation[] = [
  oracle(
    'addresses-unlimited',
    'a page cannot find out with a list of addresses whose contacts are stored',
    {
      file: 'electron/core/handlers/find-by-address.ts',
      find: 'if (!compared.allowed) return { personIds, againAfterMs: compared.afterMs };',
      replace: 'if (!compared.allowed && key === "") return { personIds, againAfterMs: compared.afterMs };',
    },
    'learns at most fifty addresses a minute by looking up guessed ones',
  ),
  oracle(
    'address-matches-uncounted',
    'a company found by an address counts toward the limit on contacts per minute',
    {
      file: 'electron/core/handlers/find-by-address.ts',
      find: 'if (release.releaseMatch(companyId)) personIds',
      replace: "if (companyId !== '') personIds",
    },
    'learns at most fifty addresses a minute by looking up guessed ones',
  ),
  oracle(
    'contact-words-short',
    'contacts are searched only with words of three or more characters',
    {
      file: MATCH,
      find: 'const WORD_MIN = 3;',
      replace: 'const WORD_MIN = 1;',
    },
    'match from three characters on, including words in other scripts',
    'test/unit/library/index/library-search.test.ts',
  ),
  oracle(
    'contact-matches-unbounded',
    'one search finds at most ten companies only by their contacts',
    {
      file: MATCH,
      find: 'at < ranks.length && chosen.length < CONTACT_MATCHES_MAX',
      replace: 'at < ranks.length',
    },
    'are found for ten companies, and do not change the list, its counts and its order',
    'test/unit/library/index/library-search.test.ts',
  ),
  oracle('contact-matches-in-list', 'no list, total, facet or order depends on contacts', {
    file: 'electron/core/library/index/match-words.ts',
    find: '    if (words.some((word) => holds(document, word))) candidates.push(slot);\n',
    replace:
      '    if (words.some((word) => holds(document, word))) candidates.push(slot);\n' +
      '  const people = [...(world.people?.documents ?? [])].filter(([, of]) => words.every((word) => holds(of, word)));\n' +
      "  if (candidates.length === 0) return new Map(people.map(([slot]) => [slot, 'tag']));\n",
  }),
  oracle('contact-matches-uncounted', 'each company found by a contact counts toward the limit on contacts', {
    file: LIMIT,
    find: '(released.has(companyId) || searchPauseMs() === 0) && ask(companyId).allowed,',
    replace: 'companyId !== "",',
  }),
  oracle(
    'contact-matches-take-all',
    'searches leave a part of the limit on contacts to opened companies',
    {
      file: LIMIT,
      find: '(released.has(companyId) || searchPauseMs() === 0) && ask(companyId).allowed,',
      replace: 'ask(companyId).allowed,',
    },
    'pauses after fifty companies and leaves the rest of the limit to opened companies',
    'test/unit/contacts/release-rate-limit.test.ts',
  ),
  oracle(
    'contact-texts-unlimited',
    'at most sixty texts a minute are compared with contacts',
    {
      file: LIMIT,
      find: 'texts.waitMs(TEXTS_A_MINUTE)',
      replace: '0',
    },
    'compares at most sixty different texts a minute, and the same text any number of times',
    'test/unit/contacts/release-rate-limit.test.ts',
  ),
  oracle(
    'contact-match-withheld-shown',
    'a paused search does not reveal whether a match is withheld',
    {
      file: MATCH,
      find: 'if (!release.releaseMatch(idAt(place))) break;',
      replace: "if (!release.releaseMatch(idAt(place))) throw new Error('too many');",
    },
    'learns nothing more by search once the limit is reached, not even that something is withheld',
  ),
  oracle(
    'blocked-guesses-unlimited',
    'blocking by a typed address is no faster way to guess contacts',
    {
      file: 'electron/core/handlers/workspace/privacy-erasure.ts',
      find: '        requireComparison(workspaces.current(), release, typed);\n',
      replace: '',
    },
    'learns at most sixty names by blocking guessed email addresses',
  ),
  autoLock(
    'away-not-locked',
    'contacts are locked when the screen is locked or the computer sleeps',
    {
      file: AUTO_LOCK,
      find: 'if (readAutoLock(settings).onScreenLock) lockSoon(cause);',
      replace: 'void cause;',
    },
    'when the screen is locked or the computer sleeps, if the user wants this',
  ),
  autoLock(
    'idle-not-locked',
    'contacts are locked after the chosen number of idle minutes',
    { file: AUTO_LOCK, find: "if (leftMs <= 0) lockSoon('idle');", replace: '' },
    'after the chosen number of minutes without input on the computer',
  ),
  autoLock(
    'idle-as-page-says',
    'a page cannot report input that the computer did not see',
    {
      file: AUTO_LOCK,
      find: 'presence?.idleMs() ?? clock.monotonicMs() - usedAtMs;',
      replace: 'clock.monotonicMs() - usedAtMs;',
    },
    'after the chosen number of minutes without input on the computer',
  ),
  autoLock(
    'auto-lock-undone-by-keychain',
    'after an automatic lock, the keychain is read again only when the user asks for it',
    {
      file: 'electron/core/workspace/contact-key.ts',
      find: "const isHeld = holder.why() === 'auto-locked';",
      replace: 'const isHeld = false;',
    },
    'and a key in the keychain stays out of memory until the user agrees',
  ),
  autoLock(
    'auto-lock-undone-by-reopening',
    'opening the workspace again does not end an automatic lock',
    {
      file: AUTO_LOCK,
      find: 'if (workspace !== null && held.has(workspace.record().id)) lockNow(workspace);',
      replace: 'void workspace;',
    },
    'and a key in the keychain stays out of memory until the user agrees',
  ),
  autoLock(
    'auto-lock-unlocked-by-page',
    'the page alone cannot unlock contacts that were locked automatically',
    {
      file: 'electron/core/handlers/workspace/keys.ts',
      find: 'if (isHeld && confirmation.isAvailable)',
      replace: 'if (isHeld && confirmation.isAvailable && workspace.demo !== null)',
    },
    'and a key in the keychain stays out of memory until the user agrees',
  ),
];
