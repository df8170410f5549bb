import type { UnlistedValue } from '../../../shared/model/search.ts';
import { safeLine } from '../../lib/safe-text.ts';
import type { Replacement } from './filter-options.svelte.ts';
import { search as strings } from './strings.ts';

/**
 * A warning that the service does not list some of a field's values. `word` is the warning itself, for screen
 * readers. `about` is its explanation.
 */
export interface FlaggedValue {
  readonly values: readonly string[];
  readonly word: string;
  readonly about: string;
  /** Buttons that replace an unlisted value with a listed one. */
  readonly replacements: readonly { readonly from: string; readonly to: string; readonly label: string }[];
}

const NAMES_MAX = 3;

/** Quotes the first values and counts the others, such as `“AI”, “Robotics”, “Space” and 2 more`. */
export function quotedValues(values: readonly string[]): string {
  const named = values.slice(0, NAMES_MAX).map((value) => `“${safeLine(value, 60)}”`);
  const more = values.length - named.length;
  return new Intl.ListFormat('en').format(more === 0 ? named : [...named, `${more} more`]);
}

/** Returns the warning about a field's unlisted values; null if there are none. */
export function unlistedIn(
  unlisted: readonly UnlistedValue[],
  field: string,
  replacements: readonly Replacement[] = [],
): FlaggedValue | null {
  const values = unlisted.filter((each) => each.field === field).map(({ value }) => value);
  if (values.length === 0) return null;
  return {
    values,
    word: strings.unlisted.word,
    about: strings.unlisted.about(quotedValues(values), values.length === 1),
    replacements: replacements
      .filter((each) => each.field === field && values.includes(each.from))
      .map(({ from, to }) => ({ from, to, label: strings.unlisted.use(safeLine(to, 60)) })),
  };
}
