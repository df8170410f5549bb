import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { messageOf } from '../../foundation/error-message.ts';
import { openDatabase } from '../open.ts';
import { checkpointPart } from '../queries/backup.ts';
import { close } from '../sql.ts';

/*
 * Worker thread that checkpoints the log of an open database, so the main thread need not wait for the disk.
 * The message `end` closes the worker's connection. Every other message starts a checkpoint; the worker
 * replies with null if it succeeded, otherwise with an error message.
 */

const { file } = z.object({ file: z.string() }).parse(workerData);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = { monotonicMs: () => performance.now() };
const db = openDatabase(file, { clock, log: quiet, mustExist: true });

function fold(): string | null {
  try {
    checkpointPart(db);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

parentPort?.on('message', (message: unknown) => {
  if (message !== 'end') return parentPort?.postMessage(fold());
  close(db);
  parentPort?.close();
});
