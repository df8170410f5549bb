import type { ContactMatch, ContactMatchCounts, MatchReason } from '../../../../shared/model/buyer-roles.ts';
import type { Person } from '../../../../shared/model/company.ts';
import { countText } from '../../../lib/format.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { roleStrings } from '../../../ui/text/role-strings.ts';
import { matches as strings } from './match-strings.ts';

const { departments, seniorities } = roleStrings;

/** Returns the text of a contact's chip; null if the title does not match. */
export function matchChip({ match, reason }: ContactMatch): string | null {
  if (reason === null || (match !== 'strong' && match !== 'weak')) return null;
  return reason.kind === 'keyword' ? safeLine(reason.keyword, 60) : departments[reason.department];
}

/** Returns a sentence that explains the match of a title: `CTO: Engineering / IT, executive. …` */
export function matchReasonText(title: string | null, { match, reason }: ContactMatch): string {
  const named = safeLine(title ?? '', 120);
  if (reason === null) return strings.unknown;
  if (match === 'strong') return strings.reason(named, roleText(reason), strings.strong);
  return strings.reason(named, roleText(reason), match === 'weak' ? strings.weak : strings.none);
}

function roleText(reason: MatchReason): string {
  if (reason.kind === 'keyword') return strings.keyword(safeLine(reason.keyword, 60));
  const level =
    reason.seniority === null ? strings.unknownLevel : seniorities[reason.seniority].toLowerCase();
  return `${departments[reason.department]}, ${level}`;
}

/** Returns how many contacts match: `2 of 9 match`. Shown before the price of contacts. */
export function matchCountText(counts: ContactMatchCounts): string {
  const { strong, weak, stored, listed } = counts;
  const of = stored < listed ? strings.known(stored) : countText(stored);
  if (isWeakOnly(counts)) return strings.someWeak(weak, of);
  return strong > 0 ? strings.some(strong, of) : strings.noneOf(stored, of);
}

/** Like `matchCountText`, but mentions the buyer roles: `2 of 9 match your buyer roles`. */
export const matchRolesText = (counts: ContactMatchCounts): string =>
  strings.yourRoles(matchCountText(counts), isWeakOnly(counts));

/** Returns the sentence for the price details: how many contacts match, and how many titles are unknown. */
export const matchNote = (counts: ContactMatchCounts): string =>
  `${matchRolesText(counts)}.${counts.unknown > 0 ? ` ${strings.unknownTitles(counts.unknown)}` : ''}`;

const isWeakOnly = ({ strong, weak }: ContactMatchCounts): boolean => strong === 0 && weak > 0;

/** Puts the number of matches before a price: `2 of 9 match · about 9 records`. */
export const priceWithMatches = (price: string | null, counts: ContactMatchCounts | null): string | null =>
  price === null || counts === null ? price : `${matchCountText(counts)} · ${price}`;

/**
 * Summarises the departments of the contacts without a match: `Finance, Engineering / IT 3, 1 unknown title`.
 */
export function othersText(others: readonly Person[]): string {
  const counts = new Map<string, number>();
  let unknown = 0;
  for (const { match } of others) {
    const name = match?.reason?.kind === 'role' ? departments[match.reason.department] : null;
    if (name === null) unknown += 1;
    else counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [
    ...[...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => (count === 1 ? name : `${name} ${countText(count)}`)),
    ...(unknown > 0 ? [strings.unknownShort(unknown)] : []),
  ].join(', ');
}
