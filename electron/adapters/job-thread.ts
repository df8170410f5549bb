import { Worker } from 'node:worker_threads';
import type { RunInThread } from '../core/ports.ts';

/**
 * Returns a function that runs one job in a separate thread and returns the thread's message.
 * @param code URL of the worker, such as `core/user-data/archive/workers/zip-worker.ts`
 */
export const createJobThread =
  (code: URL): RunInThread =>
  (job, moved) => {
    const worker = new Worker(code, { workerData: job, transferList: [...moved] });
    return new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread ended without a result')));
    });
  };
