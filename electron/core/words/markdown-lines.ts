/** A named fact of an export's section; what holds no values is left out. */
export type FactLine = readonly [name: string, values: readonly string[]];

/** A heading and its facts as Markdown. The title is Markdown already; `plain` makes a value safe within Markdown. */
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

/** In place of what this version cannot read. */
export const UNREADABLE: readonly FactLine[] = [['Filters', ['kept by another version of Roundwatch']]];

/** What can be absent, as the values of a fact. */
export const some = (value: string | null | undefined): readonly string[] => (value == null ? [] : [value]);
