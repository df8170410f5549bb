import { createHash } from 'node:crypto';

const LOCAL_ID = /^local-[0-9a-f]{24}$/;

/** Returns the local id of a company. Equal keys have equal ids, also on another computer. */
export const localCompanyId = (key: string): string =>
  `local-${createHash('sha256').update(key, 'utf8').digest('hex').slice(0, 24)}`;

/** Returns whether a company has no id of the service, so nothing can be fetched for it. */
export const isLocalCompanyId = (companyId: string): boolean => LOCAL_ID.test(companyId);
