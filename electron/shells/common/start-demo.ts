import type { Clock, DemoService, StartDemo } from '../../core/ports.ts';
import type { Simulator, SimulatorOptions } from '../../simulator/index.ts';

/**
 * Creates the function that starts the demo's service: the simulator, run in this process without its control
 * API. The function loads the simulator's code on the first call, and ignores a snapshot from a different
 * version.
 */
export function createStartDemo(clock: Clock, options: Pick<SimulatorOptions, 'makeWorld'> = {}): StartDemo {
  return async (snapshot, agoMs = 0) => {
    const { parseSnapshot, startSimulator } = await import('../../simulator/index.ts');
    const restore = parseSnapshot(snapshot);
    const simulator = await startSimulator({
      ...options,
      nowMs: () => clock.nowMs(),
      ...(restore === null ? {} : { restore }),
    });
    if (restore === null && agoMs > 0) simulator.advance(-agoMs);
    return demoOf(simulator);
  };
}

/**
 * Configures the webhook of the demo's service. The demo has no real tunnel, so `tunnel: true` adds the
 * headers of a tunnel to the deliveries.
 */
const setWebhook = (simulator: Simulator, url: string, key: string): void =>
  void simulator.webhook.configure({ url, key, icpAlerts: true, allAlerts: true, tunnel: true });

const demoOf = (simulator: Simulator): DemoService => ({
  baseUrl: simulator.baseUrl,
  apiKey: simulator.liveKey,
  seed: simulator.seed,
  companies: simulator.companies,
  nowMs: () => simulator.nowMs(),
  travel: (ms) => simulator.advance(ms),
  running: () => simulator.online(),
  setRunning: (running) => simulator.setOnline(running),
  transcript: (offset, limit) => {
    const entries = [...simulator.transcript()].reverse();
    const calls = entries.slice(offset, offset + limit).map(({ atMs, path, query, status, charged }) => ({
      atMs,
      path: query === '' ? path : `${path}?${query}`,
      status,
      ...charged,
    }));
    return { total: entries.length, calls };
  },
  setWebhook: (url, key) => setWebhook(simulator, url, key),
  connectWebhook: (url, key) => {
    setWebhook(simulator, url, key);
    simulator.webhook.test({ realIds: true });
  },
  snapshot: () => simulator.snapshot(),
  dispose: () => simulator.dispose(),
});
