/** A named fact of an export section; facts without values are omitted. */
export type FactLine = readonly [name: string, values: readonly string[]];

/** Formats a heading and its facts as Markdown. `title` is already Markdown; `plain` escapes a value. */
export const factsSection = (
  title: string,
  lines: readonly FactLine[],
  plain: (text: string) => string,
): string =>
  [
    `## ${title}\n`,
    ...lines
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => `- ${name}: ${values.map(plain).join(', ')}`),
  ].join('\n');

/** Shown for content that this version cannot read. */
export const UNREADABLE: readonly FactLine[] = [['Filters', ['kept by another version of Roundwatch']]];

/** Turns an optional value into the values of a fact. */
export const some = (value: string | null | undefined): readonly string[] => (value == null ? [] : [value]);
