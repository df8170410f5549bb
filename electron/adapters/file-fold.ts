import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FoldApart } from '../core/ports.ts';

/**
 * Brings the logs of database files into them in threads of their own.
 * @param code of `core/db/fold-worker.ts`
 */
export const createFileFold =
  (code: URL): FoldApart =>
  (file) => {
    const worker = new Worker(code, { workerData: { file } });
    // Idle it keeps no app from ending; at work, and while it lets go, it does.
    worker.unref();
    const failed = new Promise<Error>((resolve) => worker.once('error', resolve));
    const ended = new Promise<Error>((resolve) =>
      worker.once('exit', () => resolve(new Error('the thread that folds has ended'))),
    );
    return {
      fold: async () => {
        const answer = once(worker, 'message');
        // Where the thread ends first, nobody waits for its answer any more.
        answer.catch(() => undefined);
        worker.ref();
        worker.postMessage('fold');
        const told: unknown = await Promise.race([answer, failed, ended]);
        worker.unref();
        if (told instanceof Error) throw told;
        const [failure]: unknown[] = Array.isArray(told) ? told : ['no answer'];
        if (failure !== null) throw new Error(String(failure));
      },
      stop: async () => {
        worker.ref();
        worker.postMessage('end');
        await ended;
      },
    };
  };
