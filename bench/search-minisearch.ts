import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Times } from './lib/times.ts';
import type { Question } from './search-world.ts';

/*
 * Runs MiniSearch in a separate thread, so the garbage collection of MiniSearch does not distort the
 * times of the product.
 */

export type MiniQuestion = Pick<Question, 'words' | 'filters'>;
export interface MiniBuilt {
  readonly kind: 'built';
  readonly buildS: number;
  readonly heapMb: number;
}
/**
 * The result of a query. The times are measured in the worker thread and exclude the time for sending
 * messages.
 */
export interface MiniAnswer extends Times {
  readonly kind: 'answer';
  readonly total: number;
}
export interface MiniPeer extends MiniBuilt {
  ask(question: MiniQuestion): Promise<MiniAnswer>;
  close(): Promise<void>;
}

/**
 * Starts a thread that creates the same companies as in the library and indexes them. Resolves when they are
 * indexed.
 */
export async function startMiniSearch(count: number): Promise<MiniPeer> {
  const worker = new Worker(new URL('./search-minisearch-worker.ts', import.meta.url), {
    workerData: { count },
    resourceLimits: { maxOldGenerationSizeMb: 4_096 },
  });
  const next = async (): Promise<unknown> => {
    const [message]: unknown[] = await once(worker, 'message');
    return message;
  };
  const built = (await next()) as MiniBuilt;
  return {
    ...built,
    ask: async ({ words, filters }) => {
      worker.postMessage({ words, filters });
      return (await next()) as MiniAnswer;
    },
    close: async () => void (await worker.terminate()),
  };
}
