import type { Publish } from '../../../shared/contract/index.ts';
import type { SecretPlace } from '../../../shared/model/workspace.ts';
import { companiesOfRemovedSignals } from '../database/queries/yours/receiver-and-seen-signals.ts';
import type { ContactKeyState } from '../contacts/contact-encryption.ts';
import type { WriteDb } from '../database/sql.ts';
import type { Clock, Dispose, Ports } from '../ports.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { releaseWithdrawnEvents, withdrawCompanies } from './withdraw-companies.ts';
import { createReceiver, type WebhookReceiver } from './receiver.ts';
import { createWebhookKeys, type WebhookKeys, type WebhookPlace } from './webhook-keys.ts';
import { messageOf } from '../foundation/error-message.ts';

/** Minimum number of milliseconds between two notifications to the renderer. */
const PUSH_MS = 150;

/** The inbox of a workspace and the receiver that fills it. */
export interface Signals {
  readonly inbox: Inbox;
  readonly receiver: WebhookReceiver;
  /**
   * Removes companies from the library if they are known only from removed events. Merges an event again if
   * its removal was undone. Must be called after the user has removed an event or undone a removal.
   */
  applyRemovals(): void;
  /** Starts the inbox and the receiver. Logs the receiver's errors instead of throwing them. */
  start(): void;
  dispose(): Promise<void>;
}

interface SignalsParts {
  readonly ports: Pick<Ports, 'secrets' | 'random' | 'log' | 'settings' | 'clock'>;
  readonly files: { readonly cache: WriteDb; readonly yours: WriteDb };
  readonly clock: Clock;
  readonly serverNowMs: () => number;
  /** Returns the state of the contact key, which encrypts the undocumented fields of events. */
  readonly seal: () => ContactKeyState;
  /** Called with the time of each delivered event before the event is stored. */
  readonly noteTime: (receivedAtMs: number) => void;
  readonly publish: Publish;
  readonly place: WebhookPlace;
  /**
   * Only for the demo: configures the webhook in the simulated dashboard again, because the simulated service
   * loses this setting when the workspace is closed.
   */
  readonly reconnect: ((url: string, key: string) => void) | null;
}

export function createSignals(parts: SignalsParts): Signals {
  const { ports, files, clock, publish, place, reconnect } = parts;
  const keys = createWebhookKeys(ports.secrets, place);
  const pushes = createPushes(clock, publish);
  const inbox = createInbox({
    cache: files.cache,
    log: ports.log,
    seal: parts.seal,
    onStored: () => pushes.stored(),
    onMerged: (companyIds) => {
      // If a removed event is delivered again, the event and its company must stay removed.
      withdrawCompanies(files, companyIds);
      pushes.merged(companyIds);
    },
  });
  const receiver = createReceiver({
    files,
    inbox,
    clock,
    log: ports.log,
    random: ports.random,
    keys,
    place: (): SecretPlace | null => place.place(),
    serverNowMs: parts.serverNowMs,
    noteTime: parts.noteTime,
    onChanged: () => pushes.receiver(),
    pauses: { settings: ports.settings, clock: ports.clock, workspaceId: place.workspaceId },
  });
  return {
    inbox,
    receiver,
    applyRemovals: () => {
      const withdrawn = withdrawCompanies(files, companiesOfRemovedSignals(files.yours));
      if (withdrawn.length > 0) pushes.merged(withdrawn);
      if (releaseWithdrawnEvents(files)) inbox.merge();
    },
    start: () => {
      inbox.start();
      const started = async (): Promise<void> => {
        await receiver.start();
        if (reconnect !== null) await reconnectSender(receiver, keys, reconnect);
      };
      started().catch((error: unknown) => {
        const message = messageOf(error);
        ports.log.error('receiver-not-started', { error: message });
      });
    },
    dispose: async () => {
      // Close the receiver before the inbox, because the inbox still has to write the deliveries that the
      // receiver has accepted.
      await receiver.dispose();
      inbox.dispose();
      pushes.dispose();
    },
  };
}

/**
 * Reconnects the demo's simulated sender at startup if a delivery has arrived since the receiver's setup last
 * changed. That delivery shows that the sender was connected.
 */
async function reconnectSender(
  receiver: Pick<WebhookReceiver, 'view'>,
  keys: Pick<WebhookKeys, 'read'>,
  reconnect: (url: string, key: string) => void,
): Promise<void> {
  const { state, receivedSinceChange, localUrl, path } = receiver.view();
  if (state !== 'listening' || !receivedSinceChange) return;
  const key = await keys.read();
  if (key !== null) reconnect(`${localUrl}${path}`, key);
}

interface Pushes {
  stored(): void;
  merged(companyIds: readonly string[]): void;
  receiver(): void;
  dispose: Dispose;
}

/** Collects changes and notifies the renderer of them at most once every `PUSH_MS` milliseconds. */
function createPushes(clock: Clock, publish: Publish): Pushes {
  let stop: Dispose | null = null;
  const due = { stream: false, receiver: false, companies: new Set<string>() };
  const publishDue = (): void => {
    stop = null;
    if (due.stream) publish('signals', 'onChanged', {});
    if (due.receiver) publish('signals', 'onReceiver', {});
    for (const id of due.companies) publish('companies', 'onChanged', { id });
    if (due.companies.size > 0) publish('library', 'onChanged', {});
    due.stream = false;
    due.receiver = false;
    due.companies.clear();
  };
  const soon = (): void => {
    stop ??= clock.after(PUSH_MS, publishDue);
  };
  return {
    stored: () => {
      due.stream = true;
      soon();
    },
    merged: (companyIds) => {
      due.stream = true;
      companyIds.forEach((id) => due.companies.add(id));
      soon();
    },
    receiver: () => {
      due.receiver = true;
      soon();
    },
    dispose: () => stop?.(),
  };
}
