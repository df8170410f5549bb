import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { messageOf } from '../message-of.ts';
import { openDatabase } from './open.ts';
import { foldPart } from './queries/backup.ts';
import { close } from './sql.ts';

/*
 * A thread of its own: brings the log of a database that the app has open into the file, each time that it is told to, and
 * answers with null, or with what went wrong. It waits for the disk, so that the process need not. `end` closes the file.
 */

const { file } = z.object({ file: z.string() }).parse(workerData);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = { monotonicMs: () => performance.now() };
const db = openDatabase(file, { clock, log: quiet, mustExist: true });

function fold(): string | null {
  try {
    foldPart(db);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

parentPort?.on('message', (told: unknown) => {
  if (told !== 'end') return parentPort?.postMessage(fold());
  close(db);
  parentPort?.close();
});
