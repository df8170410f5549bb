import type { ProgressBoard } from '../../../electron/core/foundation/progress.ts';

/** A progress board that shows nothing. */
export const noProgress: Pick<ProgressBoard, 'begin'> = {
  begin: () => ({ step: () => undefined, of: () => undefined, end: () => undefined }),
};
