import { countText } from '../../lib/format.ts';

/** A facet: values with counts to filter by. */
export const facetText = {
  value: (label: string, count: number) => `${label}, ${countText(count)}`,
  clear: (title: string) => `Clear ${title}`,
  all: (count: number) => `Show all ${countText(count)}`,
  fewer: 'Show fewer',
  /** For screen readers, after `all` and `fewer`. */
  of: (title: string) => ` of ${title}`,
  narrow: (title: string) => `Find in ${title}`,
  noValue: 'No value has that name.',
  more: (count: number) => `${countText(count)} rarer ones are not listed.`,
} as const;
