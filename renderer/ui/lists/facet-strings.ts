import { countText } from '../../lib/format.ts';

/** Texts of a facet: a list of values with counts, used as a filter. */
export const facetText = {
  value: (label: string, count: number) => `${label}, ${countText(count)}`,
  clear: (title: string) => `Clear ${title}`,
  all: (count: number) => `Show all ${countText(count)}`,
  fewer: 'Show fewer',
  /** Appended to `all` and `fewer` for screen readers. */
  of: (title: string) => ` of ${title}`,
  narrow: (title: string) => `Find in ${title}`,
  noValue: 'No value has that name.',
  more: (count: number) => `${countText(count)} rarer ones are not listed.`,
} as const;
