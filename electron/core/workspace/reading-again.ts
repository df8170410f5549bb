import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WorkspaceFiles } from '../library/open-files.ts';
import { renormalisePeople, renormaliseRows } from '../library/renormalise.ts';
import type { SealState } from '../library/seal.ts';
import type { Logger } from '../ports.ts';
import { messageOf } from '../message-of.ts';

/** Reads kept rows again after an update that reads more out of them; no call is made. */
export interface ReadingAgain {
  rows(): Promise<void>;
  people(seal: SealState): Promise<void>;
}

/** Whatever goes wrong is logged and tried at the next opening: the workspace opens with what was known before. */
export function createReadingAgain({ cache }: Pick<WorkspaceFiles, 'cache'>, log: Logger): ReadingAgain {
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
    rows: () => trying('rows', () => renormaliseRows(cache, { pause })),
    people: (seal) => trying('people', () => renormalisePeople(cache, seal, { pause })),
  };
}
