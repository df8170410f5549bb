import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openDatabase } from '../open.ts';
import { isSound } from '../queries/integrity.ts';
import { close } from '../sql.ts';
import { isStorage } from '../../foundation/storage-errors.ts';

/*
 * Worker thread that checks a database while the app has it open. It reports the result in one message.
 * Errors that prevent the check are thrown.
 */

const { file } = z.object({ file: z.string() }).parse(workerData);
const nowMs = (): number => performance.now();
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

function inspectFile(): boolean {
  try {
    const db = openDatabase(file, { clock: { monotonicMs: nowMs }, log: quiet, readOnly: true });
    try {
      return isSound(db);
    } finally {
      close(db);
    }
  } catch (error) {
    if (isStorage(error, 'damaged')) return false;
    throw error;
  }
}

parentPort?.postMessage(inspectFile());
