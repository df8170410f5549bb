import type { UnlistedValue } from '../../../shared/model/search.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { search as strings } from './strings.ts';

/** Field values that are shown with a warning. Screen readers read `word`; `about` explains the warning. */
export interface FlaggedValue {
  readonly values: readonly string[];
  readonly word: string;
  readonly about: string;
}

const NAMES_MAX = 3;

/** Returns the filter values that the service no longer lists; null if there are none. */
export function unlistedIn(unlisted: readonly UnlistedValue[], field: string): FlaggedValue | null {
  const values = unlisted.filter((each) => each.field === field).map(({ value }) => value);
  if (values.length === 0) return null;
  const named = values.slice(0, NAMES_MAX).map((value) => `“${safeLine(value, 60)}”`);
  const rest = values.length - named.length;
  const names = new Intl.ListFormat('en').format(rest === 0 ? named : [...named, `${rest} more`]);
  return { values, word: strings.unlisted.word, about: strings.unlisted.about(names, values.length === 1) };
}
