import { countText, plural } from '../../../lib/format.ts';

export const matches = {
  best: 'Best match:',
  /** Shown above a contact. The header shows `best` and the contact's name instead. */
  bestMatch: 'Best match',
  noEmail: 'no valid e-mail',
  weakWord: 'weak',
  reason: (title: string, role: string, match: string) => `${title}: ${role}. ${match}`,
  keyword: (keyword: string) => `contains “${keyword}”`,
  unknownLevel: 'seniority unknown',
  strong: 'Matches your buyer roles.',
  weak: 'Weak match: only the department matches.',
  none: 'Doesn’t match your buyer roles.',
  unknown: 'Title missing or not recognised.',
  known: (count: number) => plural(count, 'known contact'),
  some: (count: number, of: string) => `${countText(count)} of ${of} ${count === 1 ? 'matches' : 'match'}`,
  /** `of` is the formatted number of contacts, such as `9` or `4 known contacts`. */
  noneOf: (count: number, of: string) =>
    count > 1
      ? `0 of ${of} match`
      : of === '1'
        ? 'The only contact doesn’t match'
        : 'The only known contact doesn’t match',
  someWeak: (count: number, of: string) =>
    `${countText(count)} of ${of} ${count === 1 ? 'is a weak match' : 'are weak matches'}`,
  yourRoles: (count: string, isWeak: boolean) => `${count} ${isWeak ? 'for ' : ''}your buyer roles`,
  unknownTitles: (count: number) => `${plural(count, 'title is', 'titles are')} missing or not recognised.`,
  unknownShort: (count: number) => plural(count, 'unknown title'),
  others: (count: number) => plural(count, 'other'),
  setRoles: 'Set your buyer roles',
  /** Follows the link `setRoles`. */
  offer: 'to see who is the best match.',
  locked: 'Contacts are locked, so names, titles and matches are hidden.',
  unlock: 'Unlock contacts',
} as const;
