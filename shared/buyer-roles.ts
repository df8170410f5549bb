import type { BuyerRoles } from './model/buyer-roles.ts';

/** Returns whether at least one role or keyword is set, so that titles can be matched. */
export const hasRoles = ({ roles, keywords }: BuyerRoles): boolean => roles.length + keywords.length > 0;
