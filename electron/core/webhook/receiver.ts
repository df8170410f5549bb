import type { Receiver as ReceiverView, Refusal } from '../../../shared/model/signal.ts';
import type { SecretPlace } from '../../../shared/model/workspace.ts';
import { lastDeliveryAtMs, signalFigures } from '../database/queries/cache/signals.ts';
import {
  putReceiverSetup,
  receiverSetup,
  type ReceiverSetup,
} from '../database/queries/yours/receiver-and-seen-signals.ts';
import type { WriteDb } from '../database/sql.ts';
import { messageOf } from '../foundation/error-message.ts';
import type { Clock, Logger, RandomSource } from '../ports.ts';
import { createStoredBytesLimit } from './event-budget.ts';
import { gapsIn } from './uptime-log.ts';
import { silenceIn } from './tunnel-health.ts';
import { createReceiverPause } from './receiver-pause.ts';
import { createReceiverServer, type ReceiverServer } from './receiver-lifecycle.ts';
import type { HookServerParts } from './webhook-server.ts';
import type { Inbox } from './inbox.ts';
import type { WebhookKeys } from './webhook-keys.ts';
import { HOUR_MS } from '../../../shared/durations.ts';

/** Default port of the receiver. */
const PORT = 47_821;
const PATH_BYTES = 16;
const KEY_BYTES = 24;

interface ReceiverParts {
  readonly files: { readonly cache: WriteDb; readonly yours: WriteDb };
  readonly keys: WebhookKeys;
  readonly place: () => SecretPlace | null;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random: RandomSource;
  readonly serverNowMs: () => number;
  /** Called with the time at which each event was received, before the event is stored. */
  readonly noteTime: (receivedAtMs: number) => void;
  readonly onChanged: () => void;
  readonly pauses: Omit<Parameters<typeof createReceiverPause>[0], 'resume'>;
}

/** The webhook receiver of a workspace (spec §6). It is off until the user switches it on. */
export interface WebhookReceiver {
  view(): ReceiverView;
  /** Loads the webhook keys and listens if the receiver is switched on. */
  start(): Promise<void>;
  change(next: Partial<Pick<ReceiverSetup, 'enabled' | 'port' | 'tunnelHost'>>): Promise<void>;
  /** Switches the receiver off, and on again after `lengthMs`. */
  pauseFor(lengthMs: number): Promise<void>;
  newPath(): Promise<void>;
  /** @throws AppFailure `unsupported` (`keychain`), `unauthorized` (`key-locked`) */
  setKey(key: string, place: SecretPlace): Promise<void>;
  newKey(): string;
  endRotation(): Promise<void>;
  /** @throws AppFailure `unauthorized` (`key-locked`) */
  clearKey(): Promise<void>;
  retry(): Promise<void>;
  dispose(): Promise<void>;
}

export function createReceiver(parts: ReceiverParts): WebhookReceiver {
  const { keys, random } = parts;
  const setup = createCurrentSetup(parts);
  const deliveries = createDeliveryLog(parts, setup);
  const server = createReceiverServer({
    clock: parts.clock,
    log: parts.log,
    onChanged: parts.onChanged,
    onBeat: createSilenceWatch(parts),
    cache: parts.files.cache,
    serverNowMs: parts.serverNowMs,
    server: deliveries.server,
    setup: setup.now,
    keyState: keys.state,
  });
  const load = (): Promise<void> => keys.load(setup.now().rotating);
  const changed = async (work: () => Promise<void>): Promise<void> => {
    await work();
    await server.follow();
    parts.onChanged();
  };
  const resume = (): void =>
    void change({ enabled: true }).catch((error: unknown) =>
      parts.log.error('receiver-not-started', { error: messageOf(error) }),
    );
  const pause = createReceiverPause({ ...parts.pauses, resume });
  const change: WebhookReceiver['change'] = (next) =>
    changed(async () => {
      if (next.enabled !== undefined) pause.set(null);
      setup.change(next);
    });
  return {
    view: () => ({
      ...viewOf(parts, setup.now(), deliveries, server),
      resumesAtMs: setup.now().enabled ? null : pause.resumesAtMs(),
    }),
    start: async () => {
      await changed(load);
      pause.restore();
    },
    change,
    pauseFor: (lengthMs) =>
      changed(async () => {
        setup.change({ enabled: false });
        pause.set(lengthMs);
      }),
    newPath: () => changed(async () => setup.change({ path: pathOf(random) })),
    setKey: (key, place) =>
      changed(async () => {
        const isSame = keys.recognise(key) === 'present';
        if (isSame && place === parts.place()) return;
        const withBefore = !isSame && keys.state() === 'ready';
        // The start of the rotation is saved before the key. Otherwise, if the app crashed between the two
        // steps, the receiver would reject the old key, which the dashboard still sends.
        setup.change({ keySetAtMs: now(parts), rotating: withBefore });
        await keys.replace(key, place, withBefore);
      }),
    newKey: () => `whk_${random.bytes(KEY_BYTES).toString('base64url')}`,
    endRotation: () =>
      changed(async () => {
        setup.change({ rotating: false });
        await keys.endRotation();
      }),
    clearKey: () =>
      changed(async () => {
        await keys.clear();
        setup.change({ keySetAtMs: null, rotating: false });
      }),
    retry: () => changed(load),
    dispose: () => {
      pause.dispose();
      return server.close();
    },
  };
}

const now = ({ serverNowMs }: ReceiverParts): number => Math.round(serverNowMs());
const pathOf = (random: RandomSource): string => `/hook/${random.bytes(PATH_BYTES).toString('hex')}`;

interface CurrentSetup {
  now(): ReceiverSetup;
  change(next: Partial<ReceiverSetup>): void;
}

/**
 * Reads the receiver's settings and saves changes to them. A new receiver gets a random path immediately, but
 * the path is saved only when the user first changes a setting.
 */
function createCurrentSetup(parts: ReceiverParts): CurrentSetup {
  const { yours } = parts.files;
  let setup: ReceiverSetup = receiverSetup(yours) ?? {
    enabled: false,
    port: PORT,
    path: pathOf(parts.random),
    tunnelHost: null,
    keySetAtMs: null,
    rotating: false,
    changedAtMs: null,
  };
  return {
    now: () => setup,
    change: (change) => {
      const next = { ...setup, ...change };
      // When one of these values changes, the user must update the tunnel or the service's dashboard. The app
      // compares `changedAtMs` with the last delivery to show whether deliveries have arrived since the
      // change.
      const isNews = (['port', 'path', 'tunnelHost', 'keySetAtMs'] as const).some(
        (name) => next[name] !== setup[name],
      );
      setup = isNews ? { ...next, changedAtMs: now(parts) } : next;
      putReceiverSetup(yours, setup);
    },
  };
}

interface DeliveryLog {
  /** Returns the server time of the last stored delivery through the tunnel, in milliseconds. */
  lastMs(): number | null;
  /**
   * Returns the server time of the last delivery that this computer sent since the workspace was opened, in
   * ms; null if there is none.
   */
  lastLocalMs(): number | null;
  answerMs(): number | null;
  refused(): Pick<ReceiverView, 'refused' | 'lastRefusal'>;
  readonly server: Pick<HookServerParts, 'recognises' | 'hasRoom' | 'store' | 'onRefused' | 'onAnswered'>;
}

/** Stores deliveries and counts refused requests. The first request with the new key ends a key rotation. */
function createDeliveryLog(parts: ReceiverParts, setup: CurrentSetup): DeliveryLog {
  const { keys, inbox, log, onChanged } = parts;
  let answerMs: number | null = null;
  let refused = 0;
  let last: { why: Refusal; atMs: number } | null = null;
  let lastMs = lastDeliveryAtMs(parts.files.cache);
  let lastLocalMs: number | null = null;
  const storedBytes = createStoredBytesLimit(parts.files.cache, () => parts.clock.monotonicMs());
  const endRotation = (): void => {
    setup.change({ rotating: false });
    keys.endRotation().catch(() => log.warn('webhook-key-before-not-deleted'));
  };
  return {
    lastMs: () => lastMs,
    lastLocalMs: () => lastLocalMs,
    answerMs: () => answerMs,
    refused: () => ({ refused, lastRefusal: last }),
    server: {
      recognises: (token) => {
        const which = keys.recognise(token);
        if (which === 'present' && keys.isRotating()) endRotation();
        return which !== null;
      },
      hasRoom: storedBytes.hasRoom,
      store: async (body, fromOutside) => {
        const receivedAtMs = now(parts);
        parts.noteTime(receivedAtMs);
        await inbox.put({ body, via: fromOutside ? 'webhook' : 'local', receivedAtMs });
        if (fromOutside) lastMs = Math.max(lastMs ?? 0, receivedAtMs);
        else lastLocalMs = receivedAtMs;
      },
      onRefused: (why) => {
        refused += 1;
        last = { why, atMs: now(parts) };
        onChanged();
      },
      onAnswered: (tookMs) => {
        answerMs = tookMs;
        onChanged();
      },
    },
  };
}

/** Minimum time between two checks of whether deliveries have stopped arriving. */
const SILENCE_EVERY_MS = HOUR_MS;

/**
 * Returns a function that checks, at most once an hour, whether deliveries have stopped or resumed. If so, it
 * calls `onChanged`.
 */
function createSilenceWatch(parts: ReceiverParts): () => void {
  let checkedAtMs = 0;
  let wasSilent = false;
  return () => {
    const nowMs = now(parts);
    if (Math.abs(nowMs - checkedAtMs) < SILENCE_EVERY_MS) return;
    checkedAtMs = nowMs;
    const isSilent = silenceIn(parts.files.cache, nowMs) !== null;
    if (isSilent !== wasSilent) parts.onChanged();
    wasSilent = isSilent;
  };
}

function viewOf(
  parts: ReceiverParts,
  setup: ReceiverSetup,
  deliveries: DeliveryLog,
  server: ReceiverServer,
): Omit<ReceiverView, 'resumesAtMs'> {
  const { keys, files } = parts;
  const nowMs = now(parts);
  const lastReceivedAtMs = deliveries.lastMs();
  const { port, path, tunnelHost, changedAtMs } = setup;
  const state = server.state();
  const listeningSinceMs = server.sinceMs();
  const receivedSinceChange = lastReceivedAtMs !== null && lastReceivedAtMs >= (changedAtMs ?? 0);
  return {
    state,
    enabled: setup.enabled,
    port,
    path,
    tunnelHost,
    changedAtMs,
    localUrl: `http://127.0.0.1:${port}`,
    publicUrl: tunnelHost === null ? null : `https://${tunnelHost}${path}`,
    key: {
      state: keys.state(),
      place: parts.place(),
      setAtMs: setup.keySetAtMs,
      rotating: keys.isRotating(),
    },
    listeningSinceMs,
    lastReceivedAtMs,
    lastLocalAtMs: deliveries.lastLocalMs(),
    lastAnswerMs: deliveries.answerMs(),
    receivedSinceChange,
    ...deliveries.refused(),
    month: signalFigures(files.cache, startOfMonthMs(nowMs)),
    gaps: setup.enabled ? gapsIn(files.cache, nowMs, state === 'listening') : [],
    silence: state === 'listening' && receivedSinceChange ? silenceIn(files.cache, nowMs) : null,
  };
}

function startOfMonthMs(nowMs: number): number {
  const date = new Date(nowMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
