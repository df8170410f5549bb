import type { Mutation } from './mutation.ts';

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

/** Defects in the limits on searching contacts. */
export const CONTACTS_MUTATIONS: readonly Mutation[] = [
  oracle(
    'contact-words-short',
    'contacts are searched only with words of three or more characters',
    {
      file: MATCH,
      find: 'const WORD_MIN = 3;',
      replace: 'const WORD_MIN = 1;',
    },
    'match from three characters on, also in words of other scripts',
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
];
