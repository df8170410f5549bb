import type { Handlers } from '../../../shared/contract/index.ts';
import type { ProgressBoard } from '../foundation/progress.ts';

export const createProgressHandlers = (progress: ProgressBoard): Handlers['progress'] => ({
  list: () => ({ works: progress.list() }),
  cancel: ({ id }) => ({ cancelled: progress.cancel(id) }),
});
