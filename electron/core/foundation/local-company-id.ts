import { createHash } from 'node:crypto';

const LOCAL_ID = /^local-[0-9a-f]{24}$/;

/** Returns the local id of a company. The same key yields the same id on every computer. */
export const localCompanyId = (key: string): string =>
  `local-${createHash('sha256').update(key, 'utf8').digest('hex').slice(0, 24)}`;

/**
 * Returns whether a company has only a local id. The app can fetch nothing for such a company, because the
 * service has no id for it.
 */
export const isLocalCompanyId = (companyId: string): boolean => LOCAL_ID.test(companyId);
