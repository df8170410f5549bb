import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import type { DemoService } from '../../ports.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/** Handlers that control the simulated service. They fail unless the demo is open. */
export function createDemoHandlers(workspaces: Workspaces, publish: Publish): Handlers['demo'] {
  const demo = (): DemoService => {
    const service = workspaces.current().demo;
    if (service === null) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
    return service;
  };
  return {
    status: () => {
      const service = demo();
      return {
        running: service.running(),
        nowMs: service.nowMs(),
        companies: service.companies,
        seed: service.seed,
      };
    },
    setService: async ({ running }) => {
      await demo().setRunning(running);
      // The service is available again, so requests can be sent without waiting for the next retry.
      if (running) {
        workspaces.current().governor.review();
        workspaces.current().connection.reset();
      }
      publish('demo', 'onChanged', {});
      return {};
    },
    travel: ({ days }) => {
      demo().travel(days * DAY_MS);
      const { governor, privacy, saveDemo } = workspaces.current();
      governor.review();
      privacy.checkRetention();
      saveDemo();
      publish('demo', 'onChanged', {});
      publish('quota', 'onChanged', {});
      publish('library', 'onChanged', {});
      return {};
    },
    transcript: ({ offset, limit }) => {
      const { total, calls } = demo().transcript(offset, limit);
      return {
        total,
        calls: calls.map(({ atMs, path, status, requests, records, pageTurns, companies }) => ({
          atMs,
          path,
          status,
          cost: { requests, records, pageTurns, companies },
        })),
      };
    },
  };
}
