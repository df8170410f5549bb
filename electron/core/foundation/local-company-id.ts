import { createHash } from 'node:crypto';

const LOCAL_ID = /^local-[0-9a-f]{24}$/;

/** Returns the local id of a company. The same key yields the same id on every computer. */
export const localCompanyId = (key: string): string =>
  `local-${createHash('sha256').update(key, 'utf8').digest('hex').slice(0, 24)}`;

/**
 * Returns whether a company has only a local id. Nothing can be fetched for a company without an id at the
 * service.
 */
export const isLocalCompanyId = (companyId: string): boolean => LOCAL_ID.test(companyId);
