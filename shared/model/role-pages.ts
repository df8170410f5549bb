import { ROLE_PAGE_SIZES } from './limits.ts';

/** Returns how many requests fetch `total` roles with `perPage` on each page. Each is also a page turn. */
export const requestsForRoles = (total: number, perPage: number): number =>
  Math.max(1, Math.ceil(total / perPage));

/**
 * Returns the page size with which all roles cost the fewest requests. Among several, returns the smallest,
 * because a request reserves one record for each row of its page. If the total is unknown, returns the
 * largest page size. Pure.
 */
export function cheapestRolesPerPage(total: number | null): number {
  const largest = Math.max(...ROLE_PAGE_SIZES);
  if (total === null) return largest;
  const fewest = requestsForRoles(total, largest);
  return ROLE_PAGE_SIZES.find((perPage) => requestsForRoles(total, perPage) === fewest) ?? largest;
}
