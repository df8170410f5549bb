import { contactEntriesOf, type StoredContactEntry } from '../db/queries/contact-log.ts';
import { exportedCompanies } from '../db/queries/export.ts';
import { noteOf } from '../db/queries/notes.ts';
import { statusesOf } from '../db/queries/statuses.ts';
import { tagsOfCompanies } from '../db/queries/tags.ts';
import { tasksOfCompany, type StoredTask } from '../db/queries/tasks.ts';
import { entriesOfCompany, type StoredEntry } from '../db/queries/watchlists.ts';
import type { ReadDb } from '../db/sql.ts';

import { localDate } from '../../../shared/local-date.ts';
import { createFileNames } from './file-names.ts';
import { exportFilters } from './export-filters.ts';
import { exportSearches } from './export-searches.ts';
import { exportTemplates } from './export-templates.ts';
import type { MarkdownFile } from './write-export.ts';

/** Rows of one kind in one file at most: more than anybody writes about one company. */
const ROWS_MAX = 10_000;

/**
 * The seller's own words, one Markdown file for each company, one for his market and saved searches, one for the
 * Library's saved filters, and one for his message templates. It is given `yours.db` and nothing else, so that of what the
 * service said nothing but the company's name, and what the seller chose to filter by, can be in it [R-1-2]. Files come one by
 * one; none is kept here.
 */
export function* exportMarkdown(yours: ReadDb): Generator<MarkdownFile> {
  const nameOf = createFileNames();
  for (const { companyId, companyName } of exportedCompanies(yours)) {
    const parts = [
      `# ${line(companyName)}`,
      marks(yours, companyId),
      lists(entriesOfCompany(yours, companyId)),
      note(noteOf(yours, companyId)?.body ?? ''),
      tasks(tasksOfCompany(yours, { companyId, offset: 0, limit: ROWS_MAX })),
      contacts(contactEntriesOf(yours, { companyId, offset: 0, limit: ROWS_MAX })),
    ];
    const text = parts.filter((part) => part !== '').join('\n\n');
    yield { name: `${nameOf(companyName)}.md`, text: `${text}\n` };
  }
  const searches = exportSearches(yours, line);
  if (searches !== null) yield { name: `${nameOf('Market and saved searches')}.md`, text: searches };
  const filters = exportFilters(yours, line);
  if (filters !== null) yield { name: `${nameOf('Saved filters')}.md`, text: filters };
  const messages = exportTemplates(yours, line);
  if (messages !== null) yield { name: `${nameOf('Message templates')}.md`, text: messages };
}

function marks(yours: ReadDb, companyId: string): string {
  const status = statusesOf(yours, [companyId]).get(companyId);
  const tags = (tagsOfCompanies(yours, [companyId]).get(companyId) ?? []).map(({ name }) => line(name));
  const lines = [
    ...(status === undefined ? [] : [`Status: ${line(status.name)} (${localDate(status.setAtMs)})`]),
    ...(tags.length === 0 ? [] : [`Tags: ${tags.join(', ')}`]),
  ];
  // Two spaces end a line within a paragraph.
  return lines.join('  \n');
}

const section = (title: string, rows: readonly string[]): string =>
  rows.length === 0 ? '' : `## ${title}\n\n${rows.join('\n')}`;

const lists = (entries: readonly StoredEntry[]): string =>
  section(
    'Lists',
    entries.map(({ listName, reason, addedAtMs }) => {
      const why = reason.trim() === '' ? '' : `: ${line(reason)}`;
      return `- ${line(listName)}${why} (${localDate(addedAtMs)})`;
    }),
  );

/** Markdown already, and the seller's own: it stays as it was written. */
const note = (body: string): string => (body.trim() === '' ? '' : `## Note\n\n${body.trimEnd()}`);

const tasks = (stored: readonly StoredTask[]): string =>
  section(
    'Tasks',
    stored.map(({ title, dueOn, snoozedUntil, doneAtMs }) => {
      const facts = [
        ...(dueOn === null ? [] : [`due ${dueOn}`]),
        ...(snoozedUntil === null ? [] : [`put off to ${snoozedUntil}`]),
        ...(doneAtMs === null ? [] : [`done ${localDate(doneAtMs)}`]),
      ];
      const box = doneAtMs === null ? '[ ]' : '[x]';
      return `- ${box} ${line(title)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
    }),
  );

const contacts = (stored: readonly StoredContactEntry[]): string =>
  section(
    'Contact log',
    stored.map(({ happenedOn, channel, line: said }) => {
      return `- ${happenedOn}, ${channel}${said === '' ? '' : `: ${line(said)}`}`;
    }),
  );

/** Text that was written as plain text, on one line, so that Markdown shows it as it was written. */
const line = (plain: string): string =>
  plain
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~&]/g, '\\$&');
