import { contactEntriesOf, type StoredContactEntry } from '../../database/queries/yours/contact-log.ts';
import { exportedCompanies } from '../../database/queries/yours/exported-companies.ts';
import { localCompany, type LocalCompany } from '../../database/queries/yours/local-companies.ts';
import { noteOf } from '../../database/queries/yours/notes.ts';
import { statusesOf } from '../../database/queries/yours/statuses.ts';
import { tagsOfCompanies } from '../../database/queries/yours/tags.ts';
import { tasksOfCompany, type StoredTask } from '../../database/queries/yours/tasks.ts';
import { entriesOfCompany, type StoredEntry } from '../../database/queries/yours/lists.ts';
import { templates } from '../../database/queries/yours/templates.ts';
import type { ReadDb } from '../../database/sql.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { EXPORT_WORDS, wordOf } from './export-words.ts';
import { createFileNames } from './file-names.ts';
import { exportFollowUpRules } from './follow-ups.ts';
import { exportInvestors } from './investors.ts';
import { exportFilters } from './saved-views.ts';
import { exportOurs } from './ours.ts';
import { exportReviewNotes } from './review-notes.ts';
import { exportSearches } from './saved-searches.ts';
import { escapeBefore, escapeLastBracket, escapeLine as line } from './markdown-lines.ts';
import type { MarkdownFile } from './write-files.ts';

/** Maximum number of tasks, and of contact log entries, in a company's file. */
const ROWS_MAX = 10_000;

/**
 * Yields the user data as Markdown files: one for each company, and one each for the market and saved
 * searches, investors, the saved views, the follow-up rules, the imported "Already yours" lines, the notes
 * about months, and the templates. Reads only `yours.db`, so the export cannot contain downloaded data except
 * ids and names of companies, names of investors, and filter values (spec §1).
 */
export function* exportNotes(yours: ReadDb): Generator<MarkdownFile> {
  const nameOf = createFileNames();
  for (const { companyId, companyName } of exportedCompanies(yours)) {
    const body = noteOf(yours, companyId)?.body ?? '';
    const parts = [
      frontMatter(companyId, companyName, body, localCompany(yours, companyId)),
      `# ${line(companyName)}`,
      marks(yours, companyId),
      lists(entriesOfCompany(yours, companyId)),
      note(body),
      tasks(tasksOfCompany(yours, { companyId, offset: 0, limit: ROWS_MAX })),
      contacts(contactEntriesOf(yours, { companyId, offset: 0, limit: ROWS_MAX })),
    ];
    const text = parts.filter((part) => part !== '').join('\n\n');
    yield { name: `${nameOf(companyName)}.md`, text: `${text}\n` };
  }
  const searches = exportSearches(yours);
  if (searches !== null) yield { name: `${nameOf('Market and saved searches')}.md`, text: searches };
  const investors = exportInvestors(yours);
  if (investors !== null) yield { name: `${nameOf('Investors')}.md`, text: investors };
  const filters = exportFilters(yours);
  if (filters !== null) yield { name: `${nameOf('Saved views')}.md`, text: filters };
  const rhythm = exportFollowUpRules(yours);
  if (rhythm !== null) yield { name: `${nameOf('Follow-ups')}.md`, text: rhythm };
  const ours = exportOurs(yours);
  if (ours !== null) yield { name: `${nameOf('Already yours')}.md`, text: ours };
  const reviews = exportReviewNotes(yours);
  if (reviews !== null) yield { name: `${nameOf('Monthly reviews')}.md`, text: reviews };
  const messages = exportTemplates(yours);
  if (messages !== null) yield { name: `${nameOf('Message templates')}.md`, text: messages };
}

/**
 * Returns the front matter. It contains the company that the file is about and the number of lines in the
 * note, which a later import needs.
 */
function frontMatter(
  companyId: string,
  companyName: string,
  body: string,
  local: LocalCompany | null,
): string {
  const facts: readonly (readonly [string, string | number])[] = [
    ['roundwatch', 1],
    ['company', companyName],
    ['company_id', companyId],
    ['website', local?.websiteHost ?? ''],
    [
      'linkedin',
      local === null || local.linkedinPage === '' ? '' : `linkedin.com/company/${local.linkedinPage}`,
    ],
    ['note_lines', body.trim() === '' ? 0 : body.trimEnd().split('\n').length],
  ];
  // Every JSON string is a YAML string too.
  const lines = facts.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${JSON.stringify(value)}`]));
  return ['---', ...lines, '---'].join('\n');
}

function marks(yours: ReadDb, companyId: string): string {
  const status = statusesOf(yours, [companyId]).get(companyId);
  const tags = (tagsOfCompanies(yours, [companyId]).get(companyId) ?? []).map(({ name }) =>
    escapeBefore(line(name), ','),
  );
  const lines = [
    ...(status === undefined ? [] : [`Status: ${line(status.name)} (${localDate(status.setAtMs)})`]),
    ...(tags.length === 0 ? [] : [`Tags: ${tags.join(', ')}`]),
  ];
  // Two spaces at the end of a line make a Markdown line break.
  return lines.join('  \n');
}

const section = (title: string, rows: readonly string[]): string =>
  rows.length === 0 ? '' : `## ${title}\n\n${rows.join('\n')}`;

const lists = (entries: readonly StoredEntry[]): string =>
  section(
    'Lists',
    entries.map(({ listName, reason, addedAtMs }) => {
      const why = reason.trim() === '' ? '' : `: ${line(reason)}`;
      return `- ${escapeBefore(line(listName), ':')}${why} (${localDate(addedAtMs)})`;
    }),
  );

/** The user's own Markdown, exported unchanged. */
const note = (body: string): string => (body.trim() === '' ? '' : `## Note\n\n${body.trimEnd()}`);

const tasks = (stored: readonly StoredTask[]): string =>
  section(
    'Tasks',
    stored.map(({ title, dueOn, dueTime, snoozedUntil, doneAtMs, followUp }) => {
      const facts = [
        ...(followUp === null ? [] : [`follow-up ${followUp.number} of ${followUp.total}`]),
        ...(dueOn === null ? [] : [`due ${dueOn}${dueTime === null ? '' : ` ${dueTime}`}`]),
        ...(snoozedUntil === null ? [] : [`snoozed until ${snoozedUntil}`]),
        ...(doneAtMs === null ? [] : [`done ${localDate(doneAtMs)}`]),
      ];
      const box = doneAtMs === null ? '[ ]' : '[x]';
      return `- ${box} ${escapeLastBracket(line(title))}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
    }),
  );

const contacts = (stored: readonly StoredContactEntry[]): string =>
  section(
    'Contact log',
    stored.map(({ happenedOn, channel, answer, line: note }) => {
      const what = [
        happenedOn,
        wordOf(EXPORT_WORDS.channels, channel),
        ...(answer === null ? [] : [wordOf(EXPORT_WORDS.answers, answer)]),
      ].join(', ');
      return `- ${what}${note === '' ? '' : `: ${line(note)}`}`;
    }),
  );

/** Exports the message templates as Markdown; null if there are none. */
function exportTemplates(yours: ReadDb): string | null {
  const parts = templates(yours).map(({ name, subject, body }) => {
    const heading = subject.trim() === '' ? [] : [`Subject: ${line(subject)}`];
    return [`## ${line(name)}`, ...heading, fenced(body)].join('\n\n');
  });
  return parts.length === 0 ? null : `${['# Message templates', ...parts].join('\n\n')}\n`;
}

/** Wraps text in a code fence that is longer than any fence in the text. */
function fenced(body: string): string {
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${body.trimEnd()}\n${fence}`;
}
