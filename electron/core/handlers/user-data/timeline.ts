import type { Handlers } from '../../../../shared/contract/index.ts';
import { timelineOf } from '../../user-data/timeline.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';

export const createTimelineHandlers = (workspaces: Workspaces): Handlers['timeline'] => ({
  of: (request) => timelineOf(workspaces.current().files, request),
});
