import type { CompanyView, Person } from '../../../../shared/model/company.ts';
import type { WhyNow } from '../../../../shared/model/why-now.ts';
import { countryOf } from '../../../lib/countries.ts';
import { amountText, calendarLongText, capitalise } from '../../../lib/format.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { splitSentences } from '../../../lib/split-sentences.ts';
import { whyNowSentence, whyNowShort } from '../why-now/why-now-text.ts';

/*
 * Fills in a template with the stored facts about one company. Input and output are plain text, and nothing
 * is sent.
 */

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
  'why now',
  'why now short',
  'your note line',
  'your signature',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type TemplateFacts = Readonly<Record<Placeholder, string | null>>;

interface FilledTemplate {
  readonly text: string;
  /** Placeholders whose values are unknown. They appear in the text in brackets, such as `[first name]`. */
  readonly gaps: readonly Placeholder[];
  /** Names in braces that are not placeholders. They remain in the text as typed. */
  readonly unknown: readonly string[];
}

/** Matches a name in braces. Double braces, which many other programs use, have the same meaning. */
const PLACEHOLDER_PATTERN = /\{\{([^{}\n]{1,60})\}\}|\{([^{}\n]{1,60})\}/g;
const isPlaceholder = (name: string): name is Placeholder =>
  PLACEHOLDERS.some((placeholder) => placeholder === name);
/** Normalises a placeholder name that the user typed: `First_Name` becomes `first name`. */
const normaliseName = (written: string): string =>
  written
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

/**
 * Replaces all placeholders in a single pass, so braces in inserted values stay unchanged. Omits a sentence
 * if its only placeholder is a reason to write and this reason is unknown.
 */
export function fillTemplate(written: string, facts: TemplateFacts): FilledTemplate {
  const template = withoutUnknownReasons(written, facts);
  const gaps = new Set<Placeholder>();
  const unknown = new Set<string>();
  const fill = (
    whole: string,
    double: string | undefined,
    single: string | undefined,
    at: number,
  ): string => {
    const typed = double ?? single ?? '';
    const name = normaliseName(typed);
    if (!isPlaceholder(name)) {
      unknown.add(typed.trim());
      return whole;
    }
    const fact = facts[name];
    if (fact !== null && fact !== '')
      return isReason(name) && beginsSentence(template, at) ? capitalise(fact) : fact;
    gaps.add(name);
    return `[${name}]`;
  };
  const text = template.replace(PLACEHOLDER_PATTERN, fill);
  return { text, gaps: [...gaps], unknown: [...unknown] };
}

/** Returns whether a new sentence or line begins at this position in a template. Takes linear time. */
function beginsSentence(template: string, at: number): boolean {
  const before = template.slice(0, at).trimEnd();
  if (before === '' || template.slice(before.length, at).includes('\n')) return true;
  return before.length < at && /[.!?]$/.test(before.slice(-1));
}

/**
 * Omits each sentence whose only placeholder is an unknown reason to write. Also omits each paragraph that
 * becomes empty as a result. If nothing would remain, as may happen with a subject, returns the text
 * unchanged.
 */
function withoutUnknownReasons(template: string, facts: TemplateFacts): string {
  const isUnneeded = (sentence: string): boolean => {
    const names = [...sentence.matchAll(PLACEHOLDER_PATTERN)].map(([, double, single = '']) =>
      normaliseName(double ?? single),
    );
    const [only] = new Set(names);
    return names.length > 0 && names.every((name) => name === only) && isUnknownReason(only ?? '', facts);
  };
  const kept: string[] = [];
  let isAfterGap = false;
  for (const line of template.split('\n')) {
    const sentences = splitSentences(line);
    const needed = sentences.filter((sentence) => !isUnneeded(sentence));
    const text = needed.length === sentences.length ? line : needed.join('').trimEnd();
    const isGap = text === '' && line !== '';
    // An omitted paragraph leaves two empty lines next to each other. Only one of them is kept.
    const isSecondEmpty = text === '' && (isAfterGap || isGap) && (kept.at(-1) ?? '') === '';
    if (!isGap && !isSecondEmpty) kept.push(text);
    isAfterGap = isGap || (isAfterGap && text === '');
  }
  const text = kept.join('\n');
  return text.trim() === '' ? template : text;
}

const isUnknownReason = (name: string, facts: TemplateFacts): boolean =>
  isPlaceholder(name) && isReason(name) && (facts[name] ?? '') === '';

/**
 * Returns whether a placeholder stands for a reason to write. A reason begins with “you”, which needs a
 * capital letter at the start of a sentence.
 */
const isReason = (name: Placeholder): boolean => name === 'why now' || name === 'why now short';

/**
 * Returns the placeholders that remain in a message, exactly as they appear there: `[first name]` if the
 * value is unknown, `{mood}` if the app has no placeholder of this name.
 * @param message the text as it would be sent
 * @param template the text of the template; an empty string if there is none
 */
export function unfilledIn(message: string, template: string): readonly string[] {
  const unknown = [...template.matchAll(PLACEHOLDER_PATTERN)].flatMap(([whole, double, single = '']) =>
    isPlaceholder(normaliseName(double ?? single)) ? [] : [whole],
  );
  const marks = [...PLACEHOLDERS.map((name) => `[${name}]`), ...unknown];
  return [...new Set(marks)].filter((mark) => message.includes(mark));
}

/**
 * Adds the signature's placeholder to the end of a template that does not contain it yet. Without a
 * signature, returns the template unchanged.
 */
export function withSignature(template: string, signature: string): string {
  const isPlaced = [...template.matchAll(PLACEHOLDER_PATTERN)].some(
    ([, double, single = '']) => normaliseName(double ?? single) === 'your signature',
  );
  return signature.trim() === '' || isPlaced ? template : `${template.trimEnd()}\n\n{your signature}\n`;
}

/**
 * Returns the values of the placeholders. A value is null if it is unknown or undisclosed. If no contact is
 * selected, the values that describe a contact are null too.
 */
export function templateFacts(
  { row, rounds }: Pick<CompanyView, 'row' | 'rounds'>,
  person: Pick<Person, 'name' | 'title'> | null,
  own: { readonly note: string; readonly signature: string },
  reason: { readonly whyNow: WhyNow | null; readonly nowMs: number },
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
    'why now': whyNowSentence(reason.whyNow, reason.nowMs),
    'why now short': whyNowShort(reason.whyNow, reason.nowMs),
    'your note line': line(noteLineOf(own.note), 300),
    'your signature': own.signature.trim() || null,
  };
}

const HONORIFIC = /^(?:dr|prof|mr|mrs|ms|mx|herr|frau|sir|dame|mag|ing|dipl)\.?(?:-ing\.?)?$/i;

/**
 * Returns the first name; null if it is uncertain, for example because the name is a single word or starts
 * with an initial.
 */
export function firstNameOf(name: string): string | null {
  const parts = safeLine(name, 200).split(' ').filter(Boolean);
  const rest = parts.filter((part, at) => at === parts.length - 1 || !HONORIFIC.test(part));
  const [first] = rest;
  if (first === undefined || rest.length < 2) return null;
  return /^\p{L}\.?$/u.test(first) || first.endsWith(',') ? null : first;
}

/** Returns the note's first line that contains text, without the line's Markdown. */
export function noteLineOf(note: string): string | null {
  for (const line of note.split('\n')) {
    const plain = line
      .replace(/^\s*(?:#{1,6}\s|>\s?|[-*+]\s(?:\[[ x]\]\s)?|\d+[.)]\s)*/i, '')
      .replace(/[*_`~]{1,3}(\S[^*_`~]*)[*_`~]{1,3}/g, '$1')
      .trim();
    if (/[\p{L}\p{N}]/u.test(plain)) return plain;
  }
  return null;
}
