import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkpointWal } from '../database/queries/backup.ts';
import type { WorkspaceFiles } from '../backup/open-workspace-files.ts';
import { reparseContacts, reparseRows } from '../library/reparse-raw-rows.ts';
import type { ContactKeyState } from '../contacts/contact-encryption.ts';
import type { Logger } from '../ports.ts';
import { messageOf } from '../foundation/error-message.ts';

/** Parses stored raw rows again after a decoder update (ADR 10). Makes no requests. */
interface ReparseOnUpdate {
  rows(): Promise<void>;
  people(seal: ContactKeyState): Promise<void>;
}

/**
 * Creates the functions that reparse stored rows. These functions log errors instead of throwing them. Rows
 * that cannot be parsed are tried again the next time the workspace is opened.
 */
export function createReparseOnUpdate(
  { cache }: Pick<WorkspaceFiles, 'cache'>,
  log: Logger,
): ReparseOnUpdate {
  const pause = async (): Promise<void> => {
    await nextTurn();
  };
  const trying = async (part: string, work: () => Promise<boolean>): Promise<void> => {
    try {
      if (!(await work())) return;
      log.info('read-again', { part });
      // Parsing may have moved fields to an encrypted column. The WAL may still contain these fields in plain
      // text, so it is emptied.
      checkpointWal(cache);
    } catch (error) {
      log.error('not-read-again', { part, error: messageOf(error) });
    }
  };
  return {
    rows: () => trying('rows', () => reparseRows(cache, { pause })),
    people: (seal) => trying('people', () => reparseContacts(cache, seal, { pause })),
  };
}
