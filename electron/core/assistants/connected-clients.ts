import { MINUTE_MS } from '../../../shared/durations.ts';
import type { Clock, Dispose } from '../ports.ts';

/** How long a client counts as connected after its last request, unless it closes its session earlier. */
const CONNECTED_MS = MINUTE_MS;
/** Limits the memory that a client can use if it opens many sessions without closing them. */
const SESSIONS_MAX = 20;

/**
 * Tracks which clients are connected. No connection exists between requests (ADR 107), so a client counts as
 * connected for some time after each request. An open session shows that the client will send further
 * requests.
 */
export interface ConnectedClients {
  /** Records a request. `session` is empty if the client sent no session id. */
  note(clientId: string, session: string): void;
  /** Records that the client has closed a session. */
  end(clientId: string, session: string): void;
  isConnected(clientId: string): boolean;
  dispose(): void;
}

/** @param onChanged called when a client connects or no longer counts as connected */
export function createConnectedClients(
  clock: Pick<Clock, 'monotonicMs' | 'after'>,
  onChanged: () => void,
): ConnectedClients {
  /** The time of each session's last request, by client and session. */
  const lastMs = new Map<string, Map<string, number>>();
  let stop: Dispose | null = null;
  const isConnected = (clientId: string): boolean =>
    [...(lastMs.get(clientId)?.values() ?? [])].some((atMs) => clock.monotonicMs() - atMs < CONNECTED_MS);
  const expireLater = (): void => {
    stop ??= clock.after(CONNECTED_MS, () => {
      stop = null;
      onChanged();
      if ([...lastMs.keys()].some(isConnected)) expireLater();
    });
  };
  return {
    isConnected,
    note: (clientId, session) => {
      const wasConnected = isConnected(clientId);
      const sessions = lastMs.get(clientId) ?? new Map<string, number>();
      lastMs.set(clientId, sessions);
      sessions.delete(session);
      sessions.set(session, clock.monotonicMs());
      const [oldest] = sessions.keys();
      if (sessions.size > SESSIONS_MAX && oldest !== undefined) sessions.delete(oldest);
      expireLater();
      if (!wasConnected) onChanged();
    },
    end: (clientId, session) => {
      if (lastMs.get(clientId)?.delete(session) === true) onChanged();
    },
    dispose: () => stop?.(),
  };
}
