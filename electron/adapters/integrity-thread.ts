import { Worker } from 'node:worker_threads';
import type { IntegrityCheck } from '../core/ports.ts';

/**
 * Returns a function that checks the integrity of a database file in a separate thread.
 * @param code URL of `core/database/workers/integrity-worker.ts`
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
    // A running check must not keep the process alive.
    worker.unref();
    return { sound, stop: async () => void (await worker.terminate()) };
  };
