import { Worker } from 'node:worker_threads';
import type { LookThrough } from '../core/ports.ts';

/**
 * Reads database files through in a thread of its own.
 * @param code of `core/db/look-worker.ts`
 */
export const createFileLook =
  (code: URL): LookThrough =>
  (file) => {
    const worker = new Worker(code, { workerData: { file } });
    const sound = new Promise<boolean>((resolve, reject) => {
      worker.once('message', (message: unknown) => resolve(message === true));
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the look ended without a word')));
    });
    // It keeps no app from ending.
    worker.unref();
    return { sound, stop: async () => void (await worker.terminate()) };
  };
