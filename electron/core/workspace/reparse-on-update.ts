import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WorkspaceFiles } from '../backup/open-workspace-files.ts';
import { reparseContacts, reparseRows } from '../library/reparse-raw-rows.ts';
import type { ContactKeyState } from '../contacts/contact-encryption.ts';
import type { Logger } from '../ports.ts';
import { messageOf } from '../foundation/error-message.ts';

/** Reparses stored rows after an update that extracts more from them; makes no requests. */
export interface ReparseOnUpdate {
  rows(): Promise<void>;
  people(seal: ContactKeyState): Promise<void>;
}

/** Errors are logged and retried at the next opening: the workspace opens with the previously parsed data. */
export function createReparseOnUpdate(
  { cache }: Pick<WorkspaceFiles, 'cache'>,
  log: Logger,
): ReparseOnUpdate {
  const pause = async (): Promise<void> => {
    await nextTurn();
  };
  const trying = async (part: string, work: () => Promise<boolean>): Promise<void> => {
    try {
      if (await work()) log.info('read-again', { part });
    } catch (error) {
      log.error('not-read-again', { part, error: messageOf(error) });
    }
  };
  return {
    rows: () => trying('rows', () => reparseRows(cache, { pause })),
    people: (seal) => trying('people', () => reparseContacts(cache, seal, { pause })),
  };
}
