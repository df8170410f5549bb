import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CheckpointInWorker } from '../core/ports.ts';

/**
 * Returns a function that starts a thread for a database file. The thread checkpoints the file on request.
 * @param code URL of `core/database/workers/checkpoint-worker.ts`
 */
export const createCheckpointThread =
  (code: URL): CheckpointInWorker =>
  (file) => {
    const worker = new Worker(code, { workerData: { file } });
    // An idle worker must not keep the process alive. `worker.ref()` keeps the process alive only during a
    // checkpoint and while the worker closes.
    worker.unref();
    let isStopping = false;
    let lastReply: Promise<unknown> = Promise.resolve();
    const failed = new Promise<Error>((resolve) => worker.once('error', resolve));
    const ended = new Promise<Error>((resolve) =>
      worker.once('exit', () => resolve(new Error('the checkpoint thread has ended'))),
    );
    return {
      fold: async () => {
        const answer = once(worker, 'message');
        // If the thread ends first, `answer` may reject when no code awaits it any more. This handler
        // prevents an unhandled rejection.
        lastReply = answer.catch(() => undefined);
        worker.ref();
        worker.postMessage('fold');
        const response: unknown = await Promise.race([answer, failed, ended]);
        if (!isStopping) worker.unref();
        if (response instanceof Error) throw response;
        const [failure]: unknown[] = Array.isArray(response) ? response : ['no answer'];
        if (failure !== null) throw new Error(String(failure));
      },
      stop: async () => {
        isStopping = true;
        worker.ref();
        // Waits for the last reply before the thread ends, because a thread that ends may drop replies that
        // the main thread has not received yet.
        await Promise.race([lastReply, failed, ended]);
        worker.postMessage('end');
        await ended;
      },
    };
  };
