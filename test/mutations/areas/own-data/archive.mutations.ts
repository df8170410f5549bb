import type { Mutation } from '../../mutation.ts';

const FOLDER = 'electron/core/user-data/archive';
const EXCHANGE = 'test/unit/user-data/archive/exchange.test.ts';
const ROUND_TRIP = 'test/unit/user-data/archive/round-trip.test.ts';
const CANARIES = 'test/security/files/archive-canaries.test.ts';
const SLICES = 'test/unit/user-data/archive/archive-in-slices.test.ts';
const READ = 'test/unit/user-data/archive/read-archive.test.ts';

export const ARCHIVE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'archive-contact-reference',
    guarantee: 'an import keeps the references to contacts on this computer',
    edits: [{ file: `${FOLDER}/write-items.ts`, find: 'row?.[5] ?? null,', replace: 'null,' }],
    test: { file: EXCHANGE, titles: ['contains no reference to a contact…'] },
  },
  {
    name: 'archive-leaks-contact',
    guarantee: 'an archive contains nothing that identifies a contact',
    figure: 'C11',
    edits: [
      {
        file: 'electron/core/database/queries/yours/archive/archive-rows.ts',
        find: 'happened_on AS happenedOn, channel, line, answer,',
        replace:
          "happened_on AS happenedOn, channel, line || coalesce((SELECT hex(identity) FROM person_ref), '') AS line, answer,",
      },
    ],
    test: { file: CANARIES, titles: ['contain no contact, no raw row and no key…'] },
  },
  {
    name: 'archive-leaks-key',
    guarantee: 'an archive contains no key',
    figure: 'C11',
    edits: [
      {
        file: 'electron/core/handlers/user-data/archive.ts',
        find: "computer: clip(ports.computerName ?? '', 200),",
        replace: "computer: (await ports.secrets.keychain?.get(`${id}:api-key`))?.secret ?? '',",
      },
    ],
    test: { file: CANARIES, titles: ['contain no contact, no raw row and no key…'] },
  },
  {
    name: 'archive-spending-on',
    guarantee: 'spending rules arrive switched off',
    edits: [
      {
        file: `${FOLDER}/spending.ts`,
        find: '.map((rule) => ({ ...rule, prefetch: false, reveals: false })),',
        replace: ',',
      },
    ],
    test: { file: EXCHANGE, titles: ['brings spending rules switched off…'] },
  },
  {
    name: 'archive-cap-raised',
    guarantee: 'an import never raises the cap of an active rule',
    edits: [
      {
        file: `${FOLDER}/write-items.ts`,
        find: 'isOn ? Math.min(known.recordsAMonth, item.recordsAMonth) : item.recordsAMonth',
        replace: 'item.recordsAMonth',
      },
    ],
    test: { file: EXCHANGE, titles: ['brings spending rules switched off…'] },
  },
  {
    name: 'archive-overwrites-conflict',
    guarantee: 'a note that was changed on both sides is a conflict',
    edits: [
      {
        file: `${FOLDER}/compare.ts`,
        find: "if (!isTheirsKnown) return 'conflict';",
        replace: "if (!isTheirsKnown) return 'there';",
      },
    ],
    test: { file: EXCHANGE, titles: ['on both sides is a conflict…'] },
  },
  {
    name: 'archive-undeletes',
    guarantee: 'an item that was deleted here stays deleted',
    edits: [
      {
        file: `${FOLDER}/compare.ts`,
        find: "known.length === 0 ? 'fresh' : known.includes(theirs.hash) ? 'here' : 'conflict'",
        replace: "known.length >= 0 ? 'fresh' : known.includes(theirs.hash) ? 'here' : 'conflict'",
      },
    ],
    test: { file: EXCHANGE, titles: ['stays deleted, and is a conflict if it was changed there'] },
  },
  {
    name: 'archive-renames-twice',
    guarantee: 'a renamed list stays the same list',
    edits: [
      {
        file: `${FOLDER}/items.ts`,
        find: 'times.get(createdAtMs) === 1 ? `c:${createdAtMs}`',
        replace: 'times.get(createdAtMs) === 0 ? `c:${createdAtMs}`',
      },
    ],
    test: { file: EXCHANGE, titles: ['renamed there is renamed here…'] },
  },
  {
    name: 'archive-forgets-choice',
    guarantee: 'a settled conflict does not come back with the next import',
    edits: [
      {
        file: `${FOLDER}/apply.ts`,
        find: "writes.length > 0 || chosen.some(({ compared }) => compared.state === 'conflict')",
        replace: 'writes.length > 0',
      },
    ],
    test: { file: EXCHANGE, titles: ['on both sides keeps what the user chooses…'] },
  },
  {
    name: 'archive-undo-keeps-history',
    guarantee: 'undoing an import lets the next import offer everything again',
    edits: [
      {
        file: `${FOLDER}/history.ts`,
        find: "journal.made({ part: 'archive_exchange', key: [exchangeId] });",
        replace: 'void journal;',
      },
    ],
    test: { file: ROUND_TRIP, titles: ['reverts the whole import with one undo…'] },
  },
  {
    name: 'archive-loses-log',
    guarantee: 'an archive contains the contact log',
    edits: [
      {
        file: `${FOLDER}/collect.ts`,
        find: 'contactLog: rows.archivedContactLog',
        replace: 'contactLog: () => []',
      },
    ],
    test: { file: ROUND_TRIP, titles: ['imports everything into an empty workspace…'] },
  },
  {
    name: 'archive-checksum',
    guarantee: 'a file with a wrong checksum is refused',
    edits: [
      {
        file: `${FOLDER}/zip.ts`,
        find: 'if (sha256(file) !== listing.sha256)',
        replace: "if (sha256(file) === '')",
      },
    ],
    test: { file: READ, titles: ['refuses a file whose checksum, size or count is wrong'] },
  },
  {
    name: 'archive-repeated-revision',
    guarantee: 'an archive in which a revision of a note occurs twice is refused before anything is written',
    figure: 'C11',
    edits: [{ file: `${FOLDER}/content.ts`, find: '    .refine(isAscending),', replace: '    ,' }],
    test: { file: READ, titles: ['refuses a revision of a note that occurs twice'] },
  },
  {
    name: 'archive-half-character',
    guarantee: 'a text that SQLite would store differently is refused',
    figure: 'C11',
    edits: [
      {
        file: `${FOLDER}/read-archive.ts`,
        find: 'ESCAPED_SURROGATE.test(json) ? JSON.parse(json, requireWellFormed) : JSON.parse(json)',
        replace: 'JSON.parse(json)',
      },
    ],
    test: { file: READ, titles: ['refuses half of a surrogate pair'] },
  },
  {
    name: 'archive-history-item-twice',
    guarantee: 'an archive whose history lists an item twice is refused',
    edits: [
      {
        file: `${FOLDER}/read-archive.ts`,
        find: "    if (history.has(name)) throw refuse('damaged');",
        replace: '',
      },
    ],
    test: { file: READ, titles: ['refuses a history with an item that occurs twice'] },
  },
  {
    name: 'archive-history-too-long',
    guarantee: 'an archive can be imported however often its workspace has imported others',
    edits: [
      {
        file: `${FOLDER}/history.ts`,
        find: 'history.set(name, hashes.slice(-VERSIONS_KEPT));',
        replace: 'history.set(name, hashes);',
      },
    ],
    test: { file: EXCHANGE, titles: ['can be saved again after more imports than versions are kept'] },
  },
  {
    name: 'archive-never-pauses',
    guarantee: 'reading user data for an archive pauses after a few milliseconds',
    edits: [
      {
        file: 'electron/core/foundation/slices.ts',
        find: 'clock.monotonicMs() < endMs)',
        replace: 'clock.monotonicMs() < Infinity)',
      },
    ],
    test: { file: SLICES, titles: ['pauses after a few milliseconds and returns the result'] },
  },
  {
    name: 'archive-mixes-moments',
    guarantee: 'an archive contains the user data of one moment',
    edits: [
      { file: 'electron/core/database/snapshot.ts', find: "    exec(db, 'BEGIN');", replace: '' },
      {
        file: 'electron/core/database/snapshot.ts',
        find: "if (isInTransaction) exec(db, 'COMMIT');",
        replace: '',
      },
    ],
    test: { file: SLICES, titles: ['reads the data as it was when the reading began…'] },
  },
  {
    name: 'archive-other-address',
    guarantee: 'an archive cannot give a local company the address of another one',
    edits: [
      {
        file: `${FOLDER}/read-archive.ts`,
        find: 'idOfNamed(company) === company.companyId',
        replace: "idOfNamed(company) !== ''",
      },
    ],
    test: { file: READ, titles: ['refuses a local company whose id belongs to another address'] },
  },
  {
    name: 'archive-conflict-as-code',
    guarantee: 'a conflict of rules, searches and views is readable',
    edits: [
      {
        file: `${FOLDER}/conflict-text.ts`,
        find: 'return factsText(factsOf(content, type, index).map(withCountryNames));',
        replace: 'return JSON.stringify(content[type][index]);',
      },
    ],
    test: {
      file: 'test/unit/user-data/archive/conflict-text.test.ts',
      titles: ['a conflict of rules, searches and views shows a readable field on each line'],
    },
  },
  {
    name: 'archive-bomb',
    guarantee: 'inflating stops at the limit',
    edits: [
      {
        file: `${FOLDER}/zip.ts`,
        find: 'if (inflated > inflatedMax)',
        replace: 'if (inflated < 0)',
      },
    ],
    test: { file: READ, titles: ['stops inflating a bomb'] },
  },
  {
    name: 'archive-dangling-reference',
    guarantee: 'references of an archive are checked before an import',
    edits: [
      {
        file: `${FOLDER}/read-archive.ts`,
        find: "if (!(yield* isConsistent(content))) throw refuse('damaged');",
        replace: 'void isConsistent;',
      },
    ],
    test: { file: READ, titles: ['refuses a reference that leads nowhere'] },
  },
  {
    name: 'archive-header-unauthenticated',
    guarantee: 'the header of an encrypted archive is authenticated',
    edits: [
      {
        file: `${FOLDER}/encrypt.ts`,
        find: 'decipher.setAuthTag(file.subarray(file.length - TAG_BYTES));',
        replace:
          'decipher.setAuthTag(file.subarray(file.length - TAG_BYTES)); return file.subarray(end + 1, file.length - TAG_BYTES);',
      },
    ],
    test: { file: READ, titles: ['is read only with its passphrase…'] },
  },
  {
    name: 'archive-keeps-erased-versions',
    guarantee: 'erasing a company deletes the versions of its data that were exchanged',
    edits: [
      {
        file: 'electron/core/privacy/erasure-records.ts',
        find: 'for (const id of archived) deleteArchivedVersionsOf(yours, id);',
        replace: 'void deleteArchivedVersionsOf;',
      },
    ],
    test: {
      file: 'test/unit/user-data/archive/erased-company.test.ts',
      titles: ['deletes the exchanged versions of an erased company only'],
    },
  },
];
