/**
 * A labelled line in a section of the export, such as `Countries: DE, FR`. A line without values is omitted.
 */
export type FactLine = readonly [name: string, values: readonly string[]];

/** Escapes plain text for Markdown and replaces line breaks with spaces. */
export const escapeLine = (plain: string): string =>
  plain
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~&]/g, '\\$&');

/**
 * Escapes the character `end` within a text. Without the escape, an import would end the text at that
 * character.
 */
export const escapeBefore = (escaped: string, end: ',' | ':'): string => escaped.replaceAll(end, `\\${end}`);

/**
 * Escapes a bracket at the end of a task's title. The facts about the task follow the title in brackets, so a
 * bracketed ending could be mistaken for these facts.
 */
export const escapeLastBracket = (escaped: string): string => escaped.replace(/\((?=[^(]*\)$)/, '\\(');

/** Reverts `escapeLine`, `escapeBefore` and `escapeLastBracket`. */
export const unescapeLine = (escaped: string): string => escaped.replace(/\\([\\`*_[\]<>#|~&,:(])/g, '$1');

/** Formats a heading and its lines as Markdown. */
export const factsSection = (title: string, lines: readonly FactLine[]): string =>
  [
    `## ${escapeLine(title)}\n`,
    ...lines
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => `- ${name}: ${values.map(escapeLine).join(', ')}`),
  ].join('\n');

/** Formats lines as plain text. */
export const factsText = (lines: readonly FactLine[]): string =>
  lines
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name}: ${values.join(', ')}`)
    .join('\n');

/** Exported in place of content that this version cannot parse. */
export const UNREADABLE: readonly FactLine[] = [['Filters', ['saved by another version of Roundwatch']]];

/** Converts an optional value to a list of values for a `FactLine`. */
export const some = (value: string | null | undefined): readonly string[] => (value == null ? [] : [value]);
