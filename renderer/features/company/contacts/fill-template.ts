import type { CompanyView, Person } from '../../../../shared/model/company.ts';
import { countryOf } from '../../../lib/countries.ts';
import { amountText, calendarLongText } from '../../../lib/format.ts';
import { safeLine } from '../../../lib/safe-text.ts';

/* A message made of a template and what the library knows of one company. Plain text in, plain text out; nothing is sent. */

export const PLACEHOLDERS = [
  'first name',
  'full name',
  'title',
  'company',
  'country',
  'industry',
  'stage',
  'amount',
  'round date',
  'lead investor',
  'your note line',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type TemplateFacts = Readonly<Record<Placeholder, string | null>>;

export interface FilledTemplate {
  readonly text: string;
  /** Known placeholders of which nothing is known: they stand in the text as `[first name]`, never as a blank. */
  readonly gaps: readonly Placeholder[];
  /** What stands in braces and is no placeholder; it is left as it was written. */
  readonly unknown: readonly string[];
}

const IN_BRACES = /\{([^{}\n]{1,60})\}/g;
const isPlaceholder = (name: string): name is Placeholder =>
  PLACEHOLDERS.some((placeholder) => placeholder === name);
/** `{First_Name}` is meant as `{first name}`. */
const nameOf = (written: string): string =>
  written
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

/** One pass: what a fact brings in is never read as a placeholder itself. */
export function fillTemplate(template: string, facts: TemplateFacts): FilledTemplate {
  const gaps = new Set<Placeholder>();
  const unknown = new Set<string>();
  const text = template.replace(IN_BRACES, (whole, written: string) => {
    const name = nameOf(written);
    if (!isPlaceholder(name)) {
      unknown.add(written.trim());
      return whole;
    }
    const fact = facts[name];
    if (fact !== null && fact !== '') return fact;
    gaps.add(name);
    return `[${name}]`;
  });
  return { text, gaps: [...gaps], unknown: [...unknown] };
}

/** What of it is known. Null: not told, or undisclosed, or nobody was chosen. */
export function templateFacts(
  { row, rounds }: Pick<CompanyView, 'row' | 'rounds'>,
  person: Pick<Person, 'name' | 'title'> | null,
  note: string,
): TemplateFacts {
  const line = (text: string | null | undefined, max = 200): string | null =>
    text === null || text === undefined ? null : safeLine(text, max) || null;
  const disclosed = (text: string | null): string | null => (/^undisclosed$/i.test(text ?? '') ? null : text);
  const [newest] = rounds.filter(({ gone }) => gone !== true);
  const lead = newest?.investors?.find(({ role }) => role.toLowerCase() === 'lead');
  return {
    'first name': line(person && firstNameOf(person.name)),
    'full name': line(person?.name),
    title: line(person?.title),
    company: line(row.name),
    country: line(countryOf(row)),
    industry: line(row.industry),
    stage: line(disclosed(row.stage)),
    amount: line(disclosed(amountText(row.amount)?.short ?? null)),
    'round date': line(calendarLongText(row.announcedOn)),
    'lead investor': line(lead?.name),
    'your note line': line(noteLineOf(note), 300),
  };
}

const STYLED = /^(?:dr|prof|mr|mrs|ms|mx|herr|frau|sir|dame|mag|ing|dipl)\.?(?:-ing\.?)?$/i;

/** Null where there is none to be sure of: a single word, or an initial. */
export function firstNameOf(name: string): string | null {
  const parts = safeLine(name, 200).split(' ').filter(Boolean);
  const rest = parts.filter((part, at) => at === parts.length - 1 || !STYLED.test(part));
  const [first] = rest;
  if (first === undefined || rest.length < 2) return null;
  return /^\p{L}\.?$/u.test(first) || first.endsWith(',') ? null : first;
}

/** The first line of a note that says something, without what only shapes it. */
export function noteLineOf(note: string): string | null {
  for (const line of note.split('\n')) {
    const said = line
      .replace(/^\s*(?:#{1,6}\s|>\s?|[-*+]\s(?:\[[ x]\]\s)?|\d+[.)]\s)*/i, '')
      .replace(/[*_`~]{1,3}(\S[^*_`~]*)[*_`~]{1,3}/g, '$1')
      .trim();
    if (/[\p{L}\p{N}]/u.test(said)) return said;
  }
  return null;
}
