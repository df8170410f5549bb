import type { Handlers } from '../../../shared/contract.ts';
import type { ProgressBoard } from '../progress.ts';

export const createProgressService = (progress: ProgressBoard): Handlers['progress'] => ({
  list: () => ({ works: progress.list() }),
  cancel: ({ id }) => ({ cancelled: progress.cancel(id) }),
});
