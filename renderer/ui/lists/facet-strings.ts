import { countText, plural } from '../../lib/format.ts';

/** UI text for a facet, which is a list of values with counts that serves as a filter. */
export const facetText = {
  value: (label: string, count: number) => `${label}, ${countText(count)}`,
  clear: (title: string) => `Clear the ${title} filter`,
  all: (count: number) => `Show all ${countText(count)}`,
  fewer: 'Show fewer',
  /** Appended to `all` and `fewer` for screen readers only. */
  of: (title: string) => ` in ${title}`,
  narrow: (title: string) => `Search ${title}`,
  noValue: 'No matches',
  more: (count: number) =>
    `${plural(count, 'less common value')} ${count === 1 ? 'isn’t' : 'aren’t'} listed.`,
} as const;
