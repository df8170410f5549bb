import { ROLE_PAGE_SIZES } from './limits.ts';

/**
 * Returns the number of requests needed to fetch `total` roles with `perPage` roles per page. Each request is
 * also a page turn.
 */
export const requestsForRoles = (total: number, perPage: number): number =>
  Math.max(1, Math.ceil(total / perPage));

/**
 * Returns the page size that needs the fewest requests to fetch all roles. If several sizes need the same
 * number of requests, returns the smallest, because a request reserves one record for each row of its page.
 * If the total is unknown, returns the largest page size.
 */
export function cheapestRolesPerPage(total: number | null): number {
  const largest = Math.max(...ROLE_PAGE_SIZES);
  if (total === null) return largest;
  const fewest = requestsForRoles(total, largest);
  return ROLE_PAGE_SIZES.find((perPage) => requestsForRoles(total, perPage) === fewest) ?? largest;
}
