import type { Receiver } from '../../../../shared/model/signal.ts';

export type StepState = 'done' | 'open' | 'problem';

/**
 * Returns whether the demo's simulated dashboard is set up to send events to this receiver. The demo needs no
 * tunnel.
 */
export const isDemoConnected = (receiver: Receiver, inDemo: boolean): boolean =>
  inDemo && receiver.state === 'listening' && receiver.receivedSinceChange;

/**
 * Returns the states of the four steps that set up the receiver. A delivery through a tunnel since the last
 * change proves that the tunnel works and that the dashboard has the right URL and key. The tunnel and
 * dashboard steps are then done, even if no tunnel host name is saved. In the demo, a delivery from the
 * simulated dashboard has the same effect.
 */
export function setupSteps(
  receiver: Receiver,
): Readonly<Record<'listen' | 'tunnel' | 'dashboard' | 'test', StepState>> {
  const { state, key, publicUrl, tunnelHost, receivedSinceChange } = receiver;
  const isFailing = state === 'port-taken' || state === 'failed' || state === 'key-locked';
  const hasKey = key.state === 'ready';
  const isKeyLocked = !hasKey && key.state !== 'absent';
  const doneIf = (done: boolean): StepState => (done ? 'done' : 'open');
  return {
    listen: isFailing ? 'problem' : doneIf(state === 'listening'),
    tunnel: doneIf(receivedSinceChange || tunnelHost !== null),
    dashboard: isKeyLocked ? 'problem' : doneIf(hasKey && (receivedSinceChange || publicUrl !== null)),
    test: receivedSinceChange ? 'done' : lastRefusal(receiver) !== null ? 'problem' : 'open',
  };
}

/** Returns the last rejected delivery; null if a later delivery was accepted. */
export function lastRefusal({
  lastRefusal: refusal,
  lastReceivedAtMs,
  receivedSinceChange,
}: Receiver): Receiver['lastRefusal'] {
  const receivedAtMs = receivedSinceChange ? (lastReceivedAtMs ?? 0) : 0;
  return refusal !== null && refusal.atMs > receivedAtMs ? refusal : null;
}
