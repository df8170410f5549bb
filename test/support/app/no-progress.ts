import type { ProgressBoard } from '../../../electron/core/foundation/progress.ts';

/** Progress that nothing shows. */
export const noProgress: Pick<ProgressBoard, 'begin'> = {
  begin: () => ({ step: () => undefined, of: () => undefined, end: () => undefined }),
};
