import type { ContactKeyState } from '../../../electron/core/contacts/contact-encryption.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import * as event from '../../../electron/core/library/store-event.ts';
import * as roles from '../../../electron/core/library/store-open-roles.ts';
import * as panels from '../../../electron/core/library/store-panels.ts';
import * as responses from '../../../electron/core/library/store-responses.ts';
import * as signal from '../../../electron/core/webhook/store-signal.ts';

/*
 * The product's store functions, called without a contact key. Without the key, they do not store
 * undocumented fields. The tests that use these functions do not need those fields.
 */

const WITHOUT_KEY: ContactKeyState = { mode: 'locked' };

export const storePage = (db: WriteDb, received: responses.PageToStore): string =>
  responses.storePage(db, received, WITHOUT_KEY);
export const storeProbe = (db: WriteDb, received: responses.PageToStore): void =>
  responses.storeProbe(db, received, WITHOUT_KEY);
type RowsAlone = Parameters<typeof responses.storeRowsAlone>;
export const storeRowsAlone = (
  db: WriteDb,
  page: RowsAlone[1],
  fetchedAtMs: number,
  list: RowsAlone[3] = 'fundings',
): void => responses.storeRowsAlone(db, page, fetchedAtMs, list, WITHOUT_KEY);

export const storeTechStack = (
  db: WriteDb,
  decoded: Parameters<typeof panels.storeTechStack>[1],
  fetchedAtMs: number,
): void => panels.storeTechStack(db, decoded, fetchedAtMs, WITHOUT_KEY);
export const storeRounds = (
  db: WriteDb,
  decoded: Parameters<typeof panels.storeRounds>[1],
  fetchedAtMs: number,
): void => panels.storeRounds(db, decoded, fetchedAtMs, WITHOUT_KEY);
export const storeHighlights = (
  db: WriteDb,
  decoded: Parameters<typeof panels.storeHighlights>[1],
  fetchedAtMs: number,
): void => panels.storeHighlights(db, decoded, fetchedAtMs, WITHOUT_KEY);
export const storeNews = (
  db: WriteDb,
  decoded: Parameters<typeof panels.storeNews>[1],
  fetchedAtMs: number,
): void => panels.storeNews(db, decoded, fetchedAtMs, WITHOUT_KEY);
type Roles = Parameters<typeof roles.storeRoles>;
export const storeRoles = (db: WriteDb, decoded: Roles[1], query: Roles[2], fetchedAtMs: number): void =>
  roles.storeRoles(db, decoded, query, fetchedAtMs, WITHOUT_KEY);

type StoredEvent = Parameters<typeof event.storeEvent>;
export const storeEvent = (
  db: WriteDb,
  decoded: StoredEvent[1],
  receivedAtMs: number,
  source: StoredEvent[3],
): void => event.storeEvent(db, decoded, receivedAtMs, source, WITHOUT_KEY);
export const storeSignal = (
  db: WriteDb,
  delivery: Parameters<typeof signal.storeSignal>[1],
): ReturnType<typeof signal.storeSignal> => signal.storeSignal(db, delivery, WITHOUT_KEY);
