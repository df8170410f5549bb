import { parseDocument } from 'yaml';
import { EXPORT_WORDS } from '../export/export-words.ts';
import { unescapeLine } from '../export/markdown-lines.ts';
import { fileFailure } from './file-text.ts';
import {
  emptyRecord,
  type GivenCompany,
  type GivenEntry,
  type GivenRecord,
  type GivenTask,
} from './given-record.ts';
import { addressesOf, dayOf, lineOf, namesIn, textOf } from './given-values.ts';

const FRONT_MATTER_MAX = 16 * 1024;
/**
 * A file with one of these headings was exported by the app but is not about a company, so it is not
 * imported.
 */
const OTHER_EXPORTS: ReadonlySet<string> = new Set([
  'Market and saved searches',
  'Investors',
  'Saved views',
  'Follow-ups',
  'Already yours',
  'Monthly reviews',
  'Message templates',
]);

/**
 * Parses a Markdown file about one company: a file that the app exported, or any other file with the
 * company's name in its front matter, its first heading or its file name. Returns null for an exported file
 * about something else.
 * @throws AppFailure `validation` if the front matter is not valid YAML
 */
export function parseMarkdown(fileName: string, text: string): GivenRecord | null {
  const { facts, body } = splitFrontMatter(fileName, text.replace(/\r\n?/g, '\n'));
  const ownBody = /^\n*# ([^\n]*)\n/.exec(`${body}\n`);
  const heading = ownBody === null ? null : lineOf(unescapeLine(ownBody[1] ?? ''));
  if (facts.size === 0 && heading !== null && OTHER_EXPORTS.has(heading)) return null;
  const company = {
    companyId: lineOf(first(facts, ['company_id', 'companyid']), 200),
    name: lineOf(first(facts, ['company', 'name', 'title'])) ?? heading ?? nameOfFile(fileName),
    ...addressesOf(['website', 'url', 'domain', 'homepage', 'linkedin'].map((key) => facts.get(key))),
  };
  const isExport = facts.has('roundwatch') || (facts.size === 0 && heading !== null && OWN_PART.test(body));
  return isExport
    ? ownRecord(fileName, company, body, facts.get('note_lines'))
    : otherRecord(fileName, company, facts, body, heading);
}

const OWN_PART = /^# [^\n]*\n\n(?:Status: |Tags: |## (?:Lists|Note|Tasks|Contact log)\n)/;

type Facts = ReadonlyMap<string, unknown>;

const first = (facts: Facts, keys: readonly string[]): unknown =>
  keys.map((key) => facts.get(key)).find((value) => lineOf(value) !== null);

const nameOfFile = (fileName: string): string | null =>
  lineOf(fileName.replace(/\.(?:md|markdown|txt)$/i, ''));

function splitFrontMatter(fileName: string, text: string): { facts: Facts; body: string } {
  const found = /^---[ \t]*\n([\s\S]*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (found === null) return { facts: new Map(), body: text };
  const [whole, yaml = ''] = found;
  if (yaml.length > FRONT_MATTER_MAX) throw fileFailure(fileName, 'the front matter is too long');
  return { facts: parseFacts(fileName, yaml), body: text.slice(whole.length).replace(/^\n+/, '') };
}

function parseFacts(fileName: string, yaml: string): Facts {
  const document = parseDocument(yaml, {
    schema: 'core',
    uniqueKeys: true,
    strict: true,
    prettyErrors: false,
  });
  if (document.errors.length > 0) throw fileFailure(fileName, 'the front matter is not valid YAML');
  // Aliases are rejected, because they could expand a short text to a very large value.
  const plain: unknown = withoutThrowing(
    () => document.toJS({ mapAsMap: true, maxAliasCount: 0 }),
    () => {
      throw fileFailure(fileName, 'the front matter uses aliases');
    },
  );
  if (plain === null || plain === undefined) return new Map();
  if (!(plain instanceof Map))
    throw fileFailure(fileName, 'the front matter is not a list of names and values');
  return new Map(
    [...plain].map(([key, value]): [string, unknown] => [textOf(key).trim().toLowerCase(), value]),
  );
}

function withoutThrowing<T>(work: () => T, failed: () => never): T {
  try {
    return work();
  } catch {
    return failed();
  }
}

/**
 * Parses a Markdown file that another program wrote. The body becomes the note. All other data is read from
 * the front matter.
 */
function otherRecord(
  fileName: string,
  company: GivenCompany,
  facts: Facts,
  body: string,
  heading: string | null,
): GivenRecord {
  const status = lineOf(facts.get('status'), 80);
  const setOn = dayOf(first(facts, ['updated', 'date', 'created']));
  const reason = lineOf(facts.get('reason'), 500) ?? '';
  const lists = [...namesIn(facts.get('lists')), ...namesIn(facts.get('list'))];
  // Removes a heading that only repeats the company's name.
  const note = heading !== null && heading === company.name ? body.replace(/^\n*# [^\n]*\n?/, '') : body;
  return {
    ...emptyRecord(fileName, company),
    note: note.trim(),
    status: status === null ? null : { name: status, setOn },
    tags: namesIn(facts.get('tags')),
    lists: lists.map((name) => ({ name, reason, addedOn: setOn })),
  };
}

/** Parses a company file that the app exported. */
function ownRecord(fileName: string, company: GivenCompany, body: string, noteLines: unknown): GivenRecord {
  const { before, note, after } = splitNote(body, noteLines);
  const lines = [...before.split('\n'), ...after.split('\n')].map((line) => line.trimEnd());
  const status = matched(lines, /^Status: (.+) \((\d{4}-\d\d-\d\d)\)$/)[0];
  const tags = matched(lines, /^Tags: (.+)$/)[0];
  return {
    ...emptyRecord(fileName, company),
    note,
    status: status === undefined ? null : { name: textAt(status, 1), setOn: status[2] ?? null },
    tags:
      tags === undefined
        ? []
        : [...(tags[1] ?? '').matchAll(/(?:\\.|[^\\,])+/g)].map(([tag]) => unescapeLine(tag.trim())),
    lists: matched(section(lines, 'Lists'), /^- ((?:\\.|[^\\:])*)(?:: (.*))? \((\d{4}-\d\d-\d\d)\)$/).map(
      (entry) => ({
        name: textAt(entry, 1),
        reason: textAt(entry, 2),
        addedOn: entry[3] ?? null,
      }),
    ),
    tasks: matched(section(lines, 'Tasks'), /^- \[([ x])\] (.*)$/).map(taskOf),
    log: matched(section(lines, 'Contact log'), /^- (\d{4}-\d\d-\d\d), ([^:]*?)(?:: (.*))?$/).flatMap(
      entryOf,
    ),
  };
}

const textAt = (found: RegExpExecArray, at: number): string => unescapeLine(found[at] ?? '');

const matched = (lines: readonly string[], pattern: RegExp): RegExpExecArray[] =>
  lines.map((line) => pattern.exec(line)).filter((found) => found !== null);

/** Returns the lines of a section, up to the next heading. */
function section(lines: readonly string[], title: string): string[] {
  const start = lines.lastIndexOf(`## ${title}`);
  if (start === -1) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return end === -1 ? rest : rest.slice(0, end);
}

/**
 * Separates the note from the other sections. A note may contain any heading, so the front matter contains
 * the note's number of lines. In files from older versions, this number is missing, and the note ends where
 * the last "Tasks" or "Contact log" section begins.
 */
function splitNote(body: string, noteLines: unknown): { before: string; note: string; after: string } {
  const mark = '\n## Note\n\n';
  const at = body.indexOf(mark);
  if (at === -1 || noteLines === 0) return { before: body, note: '', after: '' };
  const before = body.slice(0, at + 1);
  const rest = body.slice(at + mark.length);
  if (typeof noteLines === 'number' && Number.isInteger(noteLines)) {
    const lines = rest.split('\n');
    return { before, note: lines.slice(0, noteLines).join('\n'), after: lines.slice(noteLines).join('\n') };
  }
  const log = rest.lastIndexOf('\n\n## Contact log\n\n- ');
  const tasks = rest.slice(0, log === -1 ? undefined : log).lastIndexOf('\n\n## Tasks\n\n- [');
  const end = tasks !== -1 ? tasks : log;
  return end === -1
    ? { before, note: rest.trimEnd(), after: '' }
    : { before, note: rest.slice(0, end), after: rest.slice(end) };
}

function taskOf(found: RegExpExecArray): GivenTask {
  const [, box, text = ''] = found;
  const bracket = /^(.*?) ?(?<!\\)\(([^()]*)\)$/.exec(text);
  const facts = (bracket?.[2] ?? '').split(', ');
  const fact = (pattern: RegExp): RegExpExecArray | null =>
    facts.map((each) => pattern.exec(each)).find((each) => each !== null) ?? null;
  const due = fact(/^due (\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?$/);
  return {
    title: unescapeLine(bracket?.[1] ?? text),
    dueOn: due?.[1] ?? null,
    dueTime: due?.[2] ?? null,
    snoozedUntil: fact(/^snoozed until (\d{4}-\d\d-\d\d)$/)?.[1] ?? null,
    isDone: box === 'x',
    doneOn: fact(/^done (\d{4}-\d\d-\d\d)$/)?.[1] ?? null,
  };
}

const keyOf = <K extends string>(words: Readonly<Record<K, string>>, word: string | undefined): K | null =>
  (Object.keys(words) as K[]).find((key) => words[key] === word) ?? null;

function entryOf(found: RegExpExecArray): GivenEntry[] {
  const [, happenedOn = '', what = ''] = found;
  const [channelWord, answerWord] = what.split(', ');
  const channel = keyOf(EXPORT_WORDS.channels, channelWord);
  if (channel === null) return [];
  return [{ happenedOn, channel, answer: keyOf(EXPORT_WORDS.answers, answerWord), line: textAt(found, 3) }];
}
