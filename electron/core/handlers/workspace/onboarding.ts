import type { Handlers } from '../../../../shared/contract/index.ts';
import type { Onboarding } from '../../../../shared/model/settings/onboarding.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';

export function createOnboardingHandlers(workspaces: Workspaces): Handlers['onboarding'] {
  const change = (next: (now: Onboarding) => Partial<Onboarding>): Onboarding => {
    const workspace = workspaces.current();
    const now = stateOf(workspace);
    if (!now.offered) return now;
    const { done, hidden } = { ...now, ...next(now) };
    workspace.update({ onboarding: { done, hidden } });
    return stateOf(workspace);
  };
  return {
    get: () => stateOf(workspaces.current()),
    did: ({ step }) => change(({ done }) => ({ done: [...new Set([...done, step])] })),
    setHidden: ({ hidden }) => change(() => ({ hidden })),
  };
}

function stateOf({ record, demo }: Pick<OpenWorkspace, 'record' | 'demo'>): Onboarding {
  const { done, hidden } = record().onboarding ?? { done: [], hidden: false };
  return { offered: demo !== null, done, hidden };
}
