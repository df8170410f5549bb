import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { collect } from '../../../../electron/core/user-data/archive/collect.ts';
import { createContactLog } from '../../../../electron/core/user-data/contact-log.ts';
import { exportNotes } from '../../../../electron/core/user-data/export/export-notes.ts';
import { buildContent } from '../../../../electron/core/user-data/import-files/build-content.ts';
import { decodeText } from '../../../../electron/core/user-data/import-files/file-text.ts';
import type { GivenRecord } from '../../../../electron/core/user-data/import-files/given-record.ts';
import { parseMarkdown } from '../../../../electron/core/user-data/import-files/parse-markdown.ts';
import { createWatchlists } from '../../../../electron/core/user-data/lists.ts';
import { createNotes } from '../../../../electron/core/user-data/notes.ts';
import { createStatuses } from '../../../../electron/core/user-data/statuses.ts';
import { createTags } from '../../../../electron/core/user-data/tags.ts';
import { createTasks } from '../../../../electron/core/user-data/tasks.ts';
import { recordChange } from '../../../../electron/core/user-data/undo-journal.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { openFiles } from '../ours/ours-world.ts';

const T0 = new Date(2026, 5, 10, 12).getTime();

/** Generates one line of text with characters that have a special meaning in the exported files. */
const words = fc
  .array(
    fc.constantFrom(
      'a',
      'Ö',
      '*',
      ':',
      ': ',
      ', ',
      '(',
      ')',
      '\\',
      '#',
      '- ',
      '[x]',
      '(due 2026-06-01)',
      '|',
    ),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((parts) => parts.join('').replace(/\s+/g, ' ').trim())
  .filter((text) => text !== '');
const noteLine = fc.constantFrom(
  '',
  'x',
  '# Y',
  '## Tasks',
  '- [ ] z',
  '## Note',
  '---',
  '## Contact log',
  '  - [x] q',
);
const companyData = fc.record({
  name: words,
  note: fc.array(noteLine, { maxLength: 8 }).map((lines) => lines.join('\n')),
  tags: fc.uniqueArray(words, { maxLength: 3, selector: (tag) => tag.toLowerCase() }),
  lists: fc.uniqueArray(words, { maxLength: 3, selector: (name) => name.toLowerCase() }),
  reason: fc.oneof(fc.constant(''), words),
  tasks: fc.array(
    fc.record({ title: words, isDone: fc.boolean(), day: fc.option(fc.constant('2026-06-12')) }),
    {
      maxLength: 3,
    },
  ),
  log: fc.array(
    fc.record({ line: fc.oneof(fc.constant(''), words), answer: fc.constantFrom(null, 'replied' as const) }),
    {
      maxLength: 2,
    },
  ),
  status: fc.constantFrom(null, 'meeting' as const),
});

function fill(companies: readonly (typeof companyData extends fc.Arbitrary<infer T> ? T : never)[]) {
  const files = openFiles();
  recordChange(files.yours, { what: 'listed', atMs: T0 }, (journal) => {
    const lists = createWatchlists(files.yours, journal);
    const ids = new Map<string, string>();
    companies.forEach((data, index) => {
      const companyId = `c-${index}`;
      const of = [{ companyId, companyName: data.name }];
      for (const name of data.lists) {
        const id = ids.get(name.toLowerCase()) ?? lists.create(name, T0).id;
        ids.set(name.toLowerCase(), id);
        lists.add({ id, companyId, companyName: data.name, reason: data.reason, addedAtMs: T0 });
      }
      for (const tag of data.tags) createTags(files.yours, journal).add(of, tag, T0);
      if (data.status !== null) createStatuses(files.yours, journal).set(of, data.status, T0);
      const tasks = createTasks(files.yours, journal);
      for (const { title, isDone, day } of data.tasks) {
        const added = tasks.add(of, { title, dueOn: day, dueTime: day === null ? null : '14:30' }, T0);
        if (isDone) tasks.done(added, T0);
      }
      for (const { line, answer } of data.log)
        createContactLog(files, journal).add(
          of,
          { happenedOn: '2026-06-09', channel: 'call', line, personId: null, answer, followUps: [] },
          T0,
        );
    });
  });
  companies.forEach(({ note, name }, index) => {
    if (note.trim() === '') return;
    createNotes(files.yours).save({
      companyId: `c-${index}`,
      companyName: name,
      body: note,
      baseRevision: 0,
      savedAtMs: T0,
    });
  });
  return files;
}

const recordsOf = (files: ReturnType<typeof openFiles>): GivenRecord[] =>
  [...exportNotes(files.yours)].flatMap(({ name, text }) => parseMarkdown(name, text) ?? []);
const place = (record: GivenRecord) => ({
  companyId: record.company.companyId ?? '',
  companyName: record.company.name ?? '',
  record,
});

/** Returns the user data in a comparable form, with days instead of times and names instead of ids. */
function comparable(content: ReturnType<typeof collect>['content']) {
  const nameOf = (items: readonly { ref: string; name: string }[], ref: string) =>
    items.find((item) => item.ref === ref)?.name;
  const sorted = (items: readonly unknown[]): string[] =>
    items.map((item) => JSON.stringify(item)).toSorted();
  return {
    notes: sorted(
      content.notes.map(({ companyId, versions }) => [companyId, versions.at(-1)?.body.trimEnd()]),
    ),
    tags: sorted(content.companyTags.map(({ companyId, tag }) => [companyId, nameOf(content.tags, tag)])),
    lists: sorted(
      content.listEntries.map(({ companyId, list, reason, addedAtMs }) => [
        companyId,
        nameOf(content.lists, list),
        reason,
        localDate(addedAtMs),
      ]),
    ),
    statuses: sorted(
      content.companyStatuses.map(({ companyId, status, setAtMs }) => [
        companyId,
        status,
        localDate(setAtMs),
      ]),
    ),
    tasks: sorted(
      content.tasks.map(({ companyId, title, dueOn, dueTime, snoozedUntil, doneAtMs }) => [
        companyId,
        title,
        dueOn,
        dueTime,
        snoozedUntil,
        doneAtMs === null ? null : localDate(doneAtMs),
      ]),
    ),
    log: sorted(
      content.contactLog.map(({ companyId, happenedOn, channel, answer, line }) => [
        companyId,
        happenedOn,
        channel,
        answer,
        line,
      ]),
    ),
  };
}

describe('the app’s own Markdown export', () => {
  it('comes back into an empty workspace, with days instead of times', () => {
    fc.assert(
      fc.property(fc.array(companyData, { minLength: 1, maxLength: 3 }), (companies) => {
        const files = fill(companies);
        const existing = collect(openFiles().yours).content;
        const { content, unreadable } = buildContent(recordsOf(files).map(place), existing, T0);
        expect(unreadable).toBe(0);
        expect(comparable(content)).toEqual(comparable(collect(files.yours).content));
      }),
      { numRuns: 60 },
    );
  });

  it('gives nothing new to the workspace that wrote it', () => {
    fc.assert(
      fc.property(fc.array(companyData, { minLength: 1, maxLength: 3 }), (companies) => {
        const files = fill(companies);
        const stored = collect(files.yours).content;
        const { content } = buildContent(recordsOf(files).map(place), stored, T0 + 999);
        const times = (items: readonly { createdAtMs: number }[]) =>
          items.map((item) => item.createdAtMs).toSorted();
        expect(times(content.tasks)).toEqual(times(stored.tasks));
        expect(times(content.contactLog)).toEqual(times(stored.contactLog));
        expect(times(content.tags)).toEqual(times(stored.tags));
        expect(times(content.lists)).toEqual(times(stored.lists));
        expect(content.notes.map(({ versions }) => versions[0]?.body)).toEqual(
          content.notes.map(
            ({ companyId }) =>
              stored.notes.find((note) => note.companyId === companyId)?.versions.at(-1)?.body,
          ),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('of an older version has no front matter, but comes back too', () => {
    const text =
      '# Zürich \\*Robotics\\*\n\nStatus: Meeting (2026-06-10)  \nTags: Série A, Fair\n\n## Lists\n\n- Warm \\*intros\\*: met at a fair (2026-06-10)\n\n## Note\n\nSee\n\n## Tasks\n\nlater\n\n## Tasks\n\n- [x] Call \\<them\\> (due 2026-06-12 14:30, done 2026-06-10)\n\n## Contact log\n\n- 2026-06-09, Call, Reply: left a message\n';
    expect(parseMarkdown('Zürich Robotics.md', text)).toMatchObject({
      company: { companyId: null, name: 'Zürich *Robotics*' },
      status: { name: 'Meeting', setOn: '2026-06-10' },
      tags: ['Série A', 'Fair'],
      lists: [{ name: 'Warm *intros*', reason: 'met at a fair', addedOn: '2026-06-10' }],
      note: 'See\n\n## Tasks\n\nlater',
      tasks: [
        { title: 'Call <them>', dueOn: '2026-06-12', dueTime: '14:30', isDone: true, doneOn: '2026-06-10' },
      ],
      log: [{ happenedOn: '2026-06-09', channel: 'call', answer: 'replied', line: 'left a message' }],
    });
  });

  it('has files that are not about a company; they are left out', () => {
    expect(parseMarkdown('Investors.md', '# Investors\n\n## Watched\n')).toBeNull();
    expect(parseMarkdown('Investors.md', '---\ncompany: Investors\n---\n# Investors\n')).not.toBeNull();
  });
});

describe('Markdown of another program', () => {
  it('names the company in the front matter, the heading or the file name', () => {
    const text =
      '---\r\ncompany: Arctic Loop\r\nwebsite: https://www.arcticloop.example/about\r\nlinkedin: https://linkedin.com/company/arctic-loop\r\ntags: [fair, "#nordic"]\r\nstatus: Replied\r\nlist: Fair 2026\r\ndate: 2026-05-01\r\n---\r\n\r\n# Talk\r\n\r\nMet **Ida**.\r\n';
    expect(parseMarkdown('x.md', text)).toMatchObject({
      company: { name: 'Arctic Loop', websiteHost: 'arcticloop.example', linkedinPage: 'arctic-loop' },
      tags: ['fair', 'nordic'],
      status: { name: 'Replied', setOn: '2026-05-01' },
      lists: [{ name: 'Fair 2026', reason: '', addedOn: '2026-05-01' }],
      note: '# Talk\n\nMet **Ida**.',
    });
    expect(parseMarkdown('a.md', '# Tindra\n\nText')).toMatchObject({
      company: { name: 'Tindra' },
      note: 'Text',
    });
    expect(parseMarkdown('Tindra Marine.md', 'Text')).toMatchObject({ company: { name: 'Tindra Marine' } });
  });
});

describe('hostile files', () => {
  it.each([
    ['broken YAML', '---\na: [1\n---\nx'],
    ['aliases that grow', '---\na: &a [x, x]\nb: [*a, *a]\n---\nx'],
    ['a list instead of names', '---\n- a\n---\nx'],
    ['long front matter', `---\na: ${'x'.repeat(70_000)}\n---\nx`],
  ])('%s: a clear error', (_name, text) => {
    expect(() => parseMarkdown('bad.md', text)).toThrow(AppFailure);
  });

  it('text is decoded as UTF-8, UTF-16 or Windows-1252; other files are refused', () => {
    expect(decodeText(Buffer.from('\uFEFFé', 'utf8'), 'a')).toBe('é');
    expect(decodeText(Buffer.from('\uFEFFé', 'utf16le'), 'a')).toBe('é');
    expect(decodeText(Buffer.from([0xff, 0xfe]), 'a')).toBe('');
    expect(decodeText(Buffer.from([0xfe, 0xff, 0, 0xe9]), 'a')).toBe('é');
    expect(decodeText(Buffer.from([0x80, 0x20, 0xe9]), 'a')).toBe('€ é');
    expect(() => decodeText(Buffer.from([0x50, 0x4b, 0, 0]), 'a.zip')).toThrow(AppFailure);
    expect(() => decodeText(Buffer.alloc(10 * 1024 * 1024 + 1, 'x'), 'big')).toThrow(AppFailure);
  });
});
