import type { Handlers } from '../../../shared/contract.ts';
import { timelineOf } from '../library/timeline.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export const createTimelineService = (workspaces: Workspaces): Handlers['timeline'] => ({
  of: (asked) => timelineOf(workspaces.current().files, asked),
});
