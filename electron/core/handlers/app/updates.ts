import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Handlers } from '../../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../../shared/durations.ts';
import { createRateLimit } from '../../foundation/rate-limit.ts';
import type { Ports } from '../../ports.ts';
import type { Updates } from '../../updates/updates.ts';

/**
 * Maximum number of times per minute that a page can make the app send a request or open another program's
 * window.
 */
const A_MINUTE = 10;

export function createUpdatesHandlers(
  updates: Updates,
  { clock, openExternal }: Pick<Ports, 'clock' | 'openExternal'>,
): Handlers['updates'] {
  const limit = createRateLimit(A_MINUTE, clock);
  const countUse = (): void => {
    if (!limit.take()) throw new AppFailure({ kind: 'rate-limited', retryAtMs: clock.nowMs() + MINUTE_MS });
  };
  return {
    status: () => updates.status(),
    check: async () => {
      countUse();
      await updates.check();
      return updates.status();
    },
    download: async () => {
      countUse();
      await updates.download();
      return updates.status();
    },
    cancel: () => {
      updates.cancel();
      return {};
    },
    openInstaller: async () => {
      countUse();
      await updates.openInstaller();
      return updates.status();
    },
    showInFolder: async () => {
      countUse();
      await updates.showInFolder();
      return updates.status();
    },
    openHomepage: async () => {
      countUse();
      const { homepage } = updates.status();
      if (homepage === null || openExternal === null)
        throw new AppFailure({ kind: 'unsupported', capability: 'open-link' });
      await openExternal(homepage);
      return {};
    },
    setScheduled: ({ scheduled }) => {
      updates.setScheduled(scheduled);
      return updates.status();
    },
  };
}
