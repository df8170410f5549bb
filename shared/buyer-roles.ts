import type { BuyerRoles, ContactMatchCounts, TitleMatch } from './model/buyer-roles.ts';

/** Returns whether titles can be matched, which requires at least one role or keyword. */
export const hasRoles = ({ roles, keywords }: BuyerRoles): boolean => roles.length + keywords.length > 0;

/** Counts contacts by the kind of match of their titles. */
export function countByMatch(matches: readonly TitleMatch[]): Omit<ContactMatchCounts, 'listed'> {
  const count = (wanted: TitleMatch): number => matches.filter((match) => match === wanted).length;
  return {
    strong: count('strong'),
    weak: count('weak'),
    none: count('none'),
    unknown: count('unknown'),
    stored: matches.length,
  };
}
