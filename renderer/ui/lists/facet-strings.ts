import { countText } from '../../lib/format.ts';

/** UI text for a facet, which is a list of values with counts that serves as a filter. */
export const facetText = {
  value: (label: string, count: number) => `${label}, ${countText(count)}`,
  clear: (title: string) => `Clear ${title}`,
  all: (count: number) => `Show all ${countText(count)}`,
  fewer: 'Show fewer',
  /** Appended to `all` and `fewer` for screen readers only. */
  of: (title: string) => ` of ${title}`,
  narrow: (title: string) => `Find in ${title}`,
  noValue: 'No value has that name.',
  more: (count: number) => `${countText(count)} rarer ones are not listed.`,
} as const;
