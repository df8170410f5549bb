import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { all, exec, text, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { companyNameOf } from '../../../../electron/core/library/company-view.ts';
import { createNotes } from '../../../../electron/core/user-data/notes.ts';
import { saveReviewNote } from '../../../../electron/core/user-data/review/review-notes.ts';
import { storeContacts, storeDetail } from '../../../../electron/core/library/store-responses.ts';
import { createWatchlists } from '../../../../electron/core/user-data/lists.ts';
import { createContactLog } from '../../../../electron/core/user-data/contact-log.ts';
import { exportNotes } from '../../../../electron/core/user-data/export/export-notes.ts';
import { createMarketChanges } from '../../../../electron/core/user-data/market.ts';
import { createSavedFilters } from '../../../../electron/core/user-data/saved-views.ts';
import { createSavedSearches } from '../../../../electron/core/user-data/saved-searches.ts';
import { marketSchema } from '../../../../shared/model/market.ts';
import { createFileNames } from '../../../../electron/core/user-data/export/file-names.ts';
import { recordChange } from '../../../../electron/core/user-data/undo-journal.ts';
import { createStatuses } from '../../../../electron/core/user-data/statuses.ts';
import { createTags } from '../../../../electron/core/user-data/tags.ts';
import { createTemplates } from '../../../../electron/core/user-data/templates.ts';
import { createTasks } from '../../../../electron/core/user-data/tasks.ts';
import { writeFiles } from '../../../../electron/core/user-data/export/write-files.ts';
import {
  company,
  contact,
  detail,
  memoryCache,
  memoryYours,
  loadContactKey,
} from '../../../support/app/library-fixtures.ts';
import { tempDir } from '../../../support/common/temp-dir.ts';
import { libraryQueryOf, savedQueryOf, subject } from '../user-data-changes.ts';
import { anyCharacter } from '../../../support/generators/any-character.ts';
import { noJournal } from '../../../support/app/no-journal.ts';

const T0 = Date.UTC(2026, 5, 10, 12);

/** Stores every kind of user data about a company. */
function write(
  yours: WriteDb,
  cache: WriteDb,
  companyId: string,
  companyName: string,
  personId: string | null,
): void {
  recordChange(yours, { what: 'listed', atMs: T0 }, (journal) => {
    const of = [{ companyId, companyName }];
    const lists = createWatchlists(yours, journal);
    const { id } = lists.create('Warm *intros*', T0);
    lists.add({ id, ...subject(companyId), companyName, reason: 'met at\na fair', addedAtMs: T0 });
    createStatuses(yours, journal).set(of, 'meeting', T0);
    createTags(yours, journal).add(of, 'Série A', T0);
    const tasks = createTasks(yours, journal);
    const ids = tasks.add(of, { title: 'Call <them>', dueOn: '2026-06-12', dueTime: '14:30' }, T0);
    tasks.done(ids, T0);
    tasks.add(of, { title: 'Send deck', dueOn: null, dueTime: null }, T0);
    createContactLog({ yours, cache }, journal).add(
      of,
      {
        happenedOn: '2026-06-09',
        channel: 'call',
        line: 'left a message',
        personId,
        answer: null,
        followUps: [],
      },
      T0,
    );
  });
  const body = '# My words\n\nSee [site](https://a.example) **soon**\n';
  createNotes(yours).save({ companyId, companyName, body, baseRevision: 0, savedAtMs: T0 });
}

const TABLES_OF_THE_SELLER = [
  'assistant_mark',
  'company_status',
  'company_tag',
  'contact_log',
  'local_company',
  'follow_up_rules',
  'note',
  'note_revision',
  'status',
  'tag',
  'task',
  'watchlist',
  'watchlist_entry',
  'saved_search',
  'preference',
  'message_template',
  'saved_filter',
  'investor_merge',
  'investor_watch',
  'ours_import',
  'ours_line',
  'review_note',
];

describe('export of user data', () => {
  it('contains all user data as Markdown that renders as it was written', () => {
    const [yours, cache] = [memoryYours(), memoryCache()];
    write(yours, cache, 'a', 'Zürich *Robotics*', null);
    expect([...exportNotes(yours)]).toEqual([
      {
        name: 'Zürich Robotics.md',
        text: [
          '---',
          'roundwatch: 1',
          'company: "Zürich *Robotics*"',
          'company_id: "a"',
          'note_lines: 3',
          '---',
          '',
          '# Zürich \\*Robotics\\*',
          '',
          'Status: Meeting (2026-06-10)  ',
          'Tags: Série A',
          '',
          '## Lists',
          '',
          '- Warm \\*intros\\*: met at a fair (2026-06-10)',
          '',
          '## Note',
          '',
          '# My words',
          '',
          'See [site](https://a.example) **soon**',
          '',
          '## Tasks',
          '',
          '- [ ] Send deck',
          '- [x] Call \\<them\\> (due 2026-06-12 14:30, done 2026-06-10)',
          '',
          '## Contact log',
          '',
          '- 2026-06-09, Call: left a message',
          '',
        ].join('\n'),
      },
    ]);
  });

  it('contains only the company’s id and name of downloaded data', () => {
    const [yours, cache] = [memoryYours(), memoryCache()];
    const fetched = company('fetched-id-1', {
      name: 'Fetched Name',
      countryCode: 'CH',
      countryName: 'Fetchedland',
      description: 'fetched-description',
      website: 'https://fetched-website.example',
      linkedinUrl: 'https://linkedin.com/company/fetched-link',
      industries: ['fetched-industry'],
      tags: [
        { tagId: 'fetched-tag-id', name: 'fetched-tag', slug: 'fetched-slug', category: 'fetched-category' },
      ],
    });
    storeDetail(cache, loadContactKey(), detail(fetched), T0);
    const person = contact({
      name: 'Fetched Person',
      title: 'fetched-title',
      email: 'fetched@person.example',
    });
    storeContacts(
      cache,
      loadContactKey(),
      { companyId: 'fetched-id-1', contacts: [person], rawPersonal: [person] },
      T0,
    );
    const found = all(cache, 'SELECT contact_id FROM contact')[0]?.['contact_id'];
    expect(found).toBeDefined();
    write(yours, cache, 'fetched-id-1', companyNameOf(cache, yours, 'fetched-id-1'), String(found));
    const exported = JSON.stringify([...exportNotes(yours)]);
    expect(exported.match(/fetched[- @]?\w*/gi)).toEqual([
      'Fetched Name',
      'Fetched Name',
      'fetched-id',
      'Fetched Name',
    ]);
  });

  it('reads only tables of user data', () => {
    const [yours, cache] = [memoryYours(), memoryCache()];
    write(yours, cache, 'a', 'A', null);
    const whole = [...exportNotes(yours)];
    const tables = all(
      yours,
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
      .map((row) => text(row, 'name'))
      .filter((name) => !TABLES_OF_THE_SELLER.includes(name));
    expect(tables).toContain('person_ref');
    exec(yours, 'PRAGMA foreign_keys = OFF');
    for (const table of tables) exec(yours, `DROP TABLE ${table}`);
    expect([...exportNotes(yours)]).toEqual(whole);
    expect(all(yours, 'PRAGMA database_list')).toHaveLength(1);
    exec(yours, 'DROP TABLE task');
    expect(() => [...exportNotes(yours)]).toThrow('task');
  });

  it('has a file for the notes about months, unchanged, and none for notes without text', () => {
    const yours = memoryYours();
    const save = (month: string, body: string, baseRevision = 0) =>
      saveReviewNote(yours, { month, body, baseRevision, savedAtMs: T0 });
    save('2026-05', '**2,922 records** spent.\n');
    save('2026-04', 'Quiet.');
    save('2026-03', 'Deleted.');
    save('2026-03', '', 1);
    expect([...exportNotes(yours)]).toEqual([
      {
        name: 'Monthly reviews.md',
        text: '# Monthly reviews\n\n## 2026-04\n\nQuiet.\n\n## 2026-05\n\n**2,922 records** spent.\n',
      },
    ]);
  });

  it('has a file for the market and the saved searches, in the user’s terms', () => {
    const yours = memoryYours();
    recordChange(yours, { what: 'market-set', atMs: T0 }, (journal) => {
      createMarketChanges(yours, journal).set(
        marketSchema.parse({ countries: ['NO', 'SE'], stages: ['Series C+'], minAmount: '€1,000K' }),
        T0,
      );
      const searches = createSavedSearches(yours, journal);
      searches.create('Nordic *grid*', savedQueryOf('[grid]'), T0);
    });
    expect([...exportNotes(yours)]).toEqual([
      {
        name: 'Market and saved searches.md',
        text: [
          '# Market and saved searches',
          '',
          '## Your market',
          '',
          '- Countries: NO, SE',
          '- Stages: Series C+',
          '- Minimum amount: 1000K',
          '- Open roles: preferred',
          '- Fit weights: Stage 25, Amount 15, Country 20, Industry 25, Technology 10, Hiring 5',
          '',
          '## Nordic \\*grid\\*',
          '',
          '- Searches for: rounds',
          '- Announced: last 7 days',
          '- Search text: \\[grid\\]',
          '',
        ].join('\n'),
      },
    ]);
  });

  it('has the buyer roles beside the market', () => {
    const yours = memoryYours();
    recordChange(yours, { what: 'buyer-roles-set', atMs: T0 }, (journal) =>
      createMarketChanges(yours, journal).setBuyerRoles(
        {
          roles: [
            { department: 'it', seniorities: ['director', 'executive'] },
            { department: 'sales', seniorities: [] },
          ],
          keywords: ['*RevOps*'],
        },
        T0,
      ),
    );
    expect([...exportNotes(yours)]).toEqual([
      {
        name: 'Market and saved searches.md',
        text: [
          '# Market and saved searches',
          '',
          '## Your buyer roles',
          '',
          '- Roles: it (director, executive), sales (any seniority)',
          '- Keywords: \\*RevOps\\*',
          '',
        ].join('\n'),
      },
    ]);
  });

  it('names the lists, statuses and tags of a saved view, even if deleted', () => {
    const yours = memoryYours();
    recordChange(yours, { what: 'filter-saved', atMs: T0 }, (journal) => {
      const lists = createWatchlists(yours, journal);
      const tags = createTags(yours, journal);
      const [warm, old] = [lists.create('Warm', T0).id, lists.create('Old *ones*', T0).id];
      const [fair, trade] = [tags.create('Fair', T0).id, tags.create('Trade fair', T0).id];
      const chosen = {
        lists: [warm, old, '99'],
        ownTags: [fair],
        statuses: ['none', 'won', 'lost', 'own-9'] as const,
      };
      createSavedFilters(yours, journal).create(
        'Nordic <grid>',
        libraryQueryOf('[grid]', {
          ...chosen,
          statuses: [...chosen.statuses],
          countries: ['no'],
          note: false,
        }),
        T0,
      );
      lists.remove(old, T0);
      createStatuses(yours, journal).remove('lost', null, T0);
      tags.merge(fair, trade);
    });
    exec(
      yours,
      "INSERT INTO saved_filter (name, name_folded, question, created_at_ms) VALUES ('Z', 'z', '{}', 0)",
    );
    expect([...exportNotes(yours)]).toEqual([
      {
        name: 'Saved views.md',
        text: [
          '# Saved views of the library',
          '',
          '## Nordic \\<grid\\>',
          '',
          '- Search text: \\[grid\\]',
          '- Countries: no',
          '- Lists: Warm, Old \\*ones\\* (deleted), 99 (deleted)',
          '- Status: No status, Won, Lost (deleted), deleted status',
          '- Your tags: Trade fair',
          '- Has a note: no',
          '- Sorted by: Best match',
          '',
          '## Z',
          '',
          '- Filters: saved by another version of Roundwatch',
          '',
        ].join('\n'),
      },
    ]);
  });

  it('writes message templates unchanged, with any content', () => {
    const yours = memoryYours();
    recordChange(yours, { what: 'template-written', atMs: T0 }, (journal) => {
      const templates = createTemplates(yours, journal);
      templates.create(
        { name: 'First *note*', subject: 'Hello {{company}}', body: 'Hi,\n\n# no heading\n' },
        T0,
      );
      templates.create({ name: 'Second', subject: '', body: 'a\n```\nb' }, T0);
    });
    expect([...exportNotes(yours)]).toEqual([
      {
        name: 'Message templates.md',
        text: [
          '# Message templates',
          '',
          '## First \\*note\\*',
          '',
          'Subject: Hello {{company}}',
          '',
          '```',
          'Hi,',
          '',
          '# no heading',
          '```',
          '',
          '## Second',
          '',
          '````',
          'a',
          '```',
          'b',
          '````',
          '',
        ].join('\n'),
      },
    ]);
  });

  it('omits undone, emptied and deleted data', () => {
    const yours = memoryYours();
    const lists = createWatchlists(yours, noJournal);
    const { id } = lists.create('Warm', T0);
    lists.add({ id, ...subject('a'), reason: '', addedAtMs: T0 });
    lists.remove(id, T0);
    const notes = createNotes(yours);
    notes.save({ ...subject('b'), body: 'x', baseRevision: 0, savedAtMs: T0 });
    notes.save({ ...subject('b'), body: '', baseRevision: 1, savedAtMs: T0 });
    recordChange(yours, { what: 'tagged', atMs: T0 }, (journal) => {
      const tags = createTags(yours, journal);
      tags.remove(tags.add([subject('c')], 'Gone', T0).id, T0);
    });
    expect([...exportNotes(yours)]).toEqual([]);
  });
});

describe('file names', () => {
  it.each([
    ['Zürich Robotics', 'Zürich Robotics'],
    ['../../etc/passwd', 'etc passwd'],
    ['a/b\\c:d*e?f"g<h>i|j\0k', 'a b c d e f g h i j k'],
    ['CON', 'CON company'],
    ['lpt1.txt', 'lpt1.txt company'],
    ['...', 'Company'],
    ['', 'Company'],
    ['日本 👩‍👩‍👧', '日本 👩 👩 👧'],
    ['evil\u202etxt.exe', 'evil txt.exe'],
    ['ends with a dot. ', 'ends with a dot'],
    [`${'👍'.repeat(50)} x`, '👍'.repeat(50)],
  ])('%j becomes %j', (wanted, name) => expect(createFileNames()(wanted)).toBe(name));

  it('are unique and never a path', () => {
    const nameOf = createFileNames();
    expect(['Acme', 'ACME', 'acmé', 'Acme (2)'].map(nameOf)).toEqual([
      'Acme',
      'ACME (2)',
      'acmé (3)',
      'Acme (2) (2)',
    ]);
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: anyCharacter, maxLength: 100 }), { maxLength: 12 }),
        (wanted) => {
          const next = createFileNames();
          const names = wanted.map(next);
          expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
          for (const name of names) {
            expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}]|^\.|[. ]$|^$/u);
            expect(Buffer.byteLength(name)).toBeLessThan(240);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('folder of an export', () => {
  let dir: ReturnType<typeof tempDir>;
  beforeAll(() => (dir = tempDir()));
  afterAll(() => dir.remove());
  const files = [{ name: 'A.md', text: '# A\n' }];

  it('is new each time, and accessible to its owner only', async () => {
    const place = join(dir.path, 'Notes');
    expect(await writeFiles(dir.path, 'Notes', files)).toEqual({ place, files: 1 });
    expect((await writeFiles(dir.path, 'Notes', files)).place).toBe(join(dir.path, 'Notes (2)'));
    expect(readFileSync(join(place, 'A.md'), 'utf8')).toBe('# A\n');
    expect([place, join(place, 'A.md')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it('reports progress, and leaves nothing behind when stopped', async () => {
    const parent = join(dir.path, 'stopped');
    mkdirSync(parent);
    const many = ['A', 'B', 'C'].map((name) => ({ name: `${name}.md`, text: name }));
    const progress: number[] = [];
    const onFile = (count: number): void => void progress.push(count);
    const stopped = await writeFiles(parent, 'Notes', many, {
      onfile: onFile,
      stopped: () => progress.length === 2,
    });
    expect([stopped, progress, readdirSync(parent)]).toEqual([{ place: null, files: 0 }, [1, 2], []]);
    expect((await writeFiles(parent, 'Notes', many, { onfile: onFile })).files).toBe(3);
    expect(progress).toEqual([1, 2, 1, 2, 3]);
  });

  it('is complete or absent', async () => {
    const parent = join(dir.path, 'broken');
    mkdirSync(parent);
    const failingFiles = function* () {
      yield* files;
      throw new Error('a planted fault');
    };
    await expect(writeFiles(parent, 'Notes', failingFiles())).rejects.toThrow('a planted fault');
    await expect(writeFiles(parent, 'Notes', [...files, ...files])).rejects.toThrow('storage');
    expect(readdirSync(parent)).toEqual([]);
    const file = join(dir.path, 'file');
    writeFileSync(file, '');
    await expect(writeFiles(file, 'Notes', files)).rejects.toThrow('storage');
    expect(existsSync(join(file, 'Notes'))).toBe(false);
  });
});
