import { Worker } from 'node:worker_threads';
import type { IntegrityCheck } from '../core/ports.ts';

/**
 * Checks database files in a separate thread.
 * @param code source of `core/database/workers/integrity-worker.ts`
 */
export const createIntegrityThread =
  (code: URL): IntegrityCheck =>
  (file) => {
    const worker = new Worker(code, { workerData: { file } });
    const sound = new Promise<boolean>((resolve, reject) => {
      worker.once('message', (message: unknown) => resolve(message === true));
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the integrity check ended without a result')));
    });
    // A check must not keep the app from quitting.
    worker.unref();
    return { sound, stop: async () => void (await worker.terminate()) };
  };
