import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract/index.ts';
import { startOfLocalDayMs } from '../../../shared/local-date.ts';
import {
  ASSISTANT_CLIENTS_MAX,
  type AssistantPermission,
} from '../../../shared/model/assistants/assistant-limits.ts';
import {
  assistantPlaceSchema,
  type AddedAssistant,
  type AssistantCaps,
  type AssistantPlace,
  type AssistantStatus,
  type HandedOut,
} from '../../../shared/model/assistants/assistants.ts';
import type { ChangeKind } from '../../../shared/model/user-data.ts';
import type { ReleaseRateLimit } from '../contacts/release-rate-limit.ts';
import { readSince, revokedClientsSince } from '../database/queries/yours/assistants/assistants.ts';
import { bearerOf } from '../foundation/local-http/request-check.ts';
import type { AssistantPorts, Dispose, Ports } from '../ports.ts';
import { publishChange } from '../user-data/change-events.ts';
import { createAssistantHost, type AssistantOffer } from './assistant-host.ts';
import { createAssistantServer, type AssistantServer } from './assistant-server.ts';
import { createAssistantSettings, type AssistantSettings } from './assistant-settings.ts';
import { companiesOfCall, logCall, logPage, NOTHING_HANDED_OUT, undoCall } from './call-log.ts';
import { capsInUse, setCaps } from './caps.ts';
import { createClientLimits } from './client-limits.ts';
import { clientSetups } from './client-setups.ts';
import { createClients, type Client, type Clients } from './clients.ts';
import { createConnectedClients, type ConnectedClients } from './connected-clients.ts';
import { createEndpoint, sessionOf, type Endpoint } from './endpoint.ts';
import { withdrawProposalsOf } from './proposals.ts';
import type { CallParts } from './run-call.ts';
import type { ToolWorkspace } from './tool.ts';

/** Minimum number of milliseconds between two notifications to the renderer. */
const PUSH_MS = 150;
const BRIDGE = 'assistant-bridge.mjs';
const SESSION_BYTES = 16;

export interface AssistantsWorkspace extends ToolWorkspace {
  record(): { readonly id: string };
}

interface AssistantsParts<W extends AssistantsWorkspace> {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'random' | 'settings' | 'assistants'>;
  readonly workspaces: {
    active(): W | null;
    current(): W;
    onActive(listener: (active: W | null) => void): void;
  };
  readonly offer: AssistantOffer;
  readonly release: ReleaseRateLimit;
  readonly publish: Publish;
  readonly version: string;
  readonly dataDir: string;
}

/** The assistant interface of the open workspace. */
export interface Assistants {
  status(): AssistantStatus;
  /** @throws AppFailure `unsupported` (`assistants`) */
  turnOn(): Promise<void>;
  turnOff(): Promise<void>;
  /** @throws AppFailure `conflict`, `validation`, `unsupported` (`assistants`) */
  addClient(client: {
    readonly name: string;
    readonly place: AssistantPlace;
    readonly permissions: readonly AssistantPermission[];
  }): AddedAssistant;
  /** @throws AppFailure `not-found` (`assistant`) */
  setPermissions(clientId: string, permissions: readonly AssistantPermission[]): void;
  /** @throws AppFailure `not-found` (`assistant`) */
  setPlace(clientId: string, place: AssistantPlace): void;
  revoke(clientId: string): void;
  setPaused(isPaused: boolean): void;
  setCaps(caps: AssistantCaps): void;
  log(cursor: string | null, limit: number): ReturnType<typeof logPage>;
  /** Returns the companies that a logged call returned to its client. */
  companiesOfCall(callId: string): { readonly companyId: string; readonly name: string }[];
  /** Undoes the change that a logged call made. @throws AppFailure `not-found` (`undo`), `conflict` */
  undo(callId: string): { readonly what: ChangeKind; readonly undo: string | null };
  dispose(): Promise<void>;
}

export function createAssistants<W extends AssistantsWorkspace>(parts: AssistantsParts<W>): Assistants {
  const { ports, workspaces } = parts;
  const settings = createAssistantSettings(ports.settings);
  const limits = createClientLimits(ports.clock);
  const pushes = createPushes(parts);
  const connected = createConnectedClients(ports.clock, pushes.changed);
  const state = { endpoint: null as Endpoint | null };
  const isOn = (workspace: W): boolean => settings.isOn(workspace.record().id);
  const clientsOf = (workspace: W): Clients =>
    createClients({ db: workspace.files.yours, random: ports.random, nowMs: () => serverNowMs(workspace) });
  const recognise = (key: string): Client | null => {
    const active = workspaces.active();
    return active === null || !isOn(active) ? null : clientsOf(active).recognise(key);
  };
  const callsOf = (workspace: W, caller: Client): CallParts => ({
    yours: workspace.files.yours,
    log: ports.log,
    nowMs: () => serverNowMs(workspace),
    isOpen: () => workspaces.active() === workspace && isOn(workspace),
    isPaused: () => settings.isPaused(workspace.record().id),
    client: () => clientsOf(workspace).byId(caller.id),
    context: () => ({ workspace, release: parts.release, publish: parts.publish }),
    onLogged: pushes.changed,
  });
  const server = createAssistantServer({
    ...ports,
    settings,
    isWanted: () => {
      const active = workspaces.active();
      return active !== null && isOn(active);
    },
    load: () => required(ports.assistants).load(),
    recognises: (key) => recognise(key) !== null,
    answer: (protocol) => {
      const endpoint = createEndpoint({
        log: ports.log,
        protocol,
        limits,
        recognise,
        hostFor: (client) =>
          createAssistantHost(callsOf(workspaces.current(), client), client, parts.offer, parts.version),
        onRequest: ({ id }, session) => connected.note(id, session),
        newSession: () => ports.random.bytes(SESSION_BYTES).toString('hex'),
        onTooMany: (client) => logTooMany(workspaces.current(), client),
      });
      state.endpoint = endpoint;
      return endpoint.answer;
    },
    onDelete: (request) => {
      const client = recognise(bearerOf(request) ?? '');
      if (client !== null) connected.end(client.id, sessionOf(request));
    },
    onChanged: pushes.changed,
  });
  workspaces.onActive(() => {
    // Ends all requests, because the workspace's files are about to be closed.
    state.endpoint?.end(null);
    // An interface that was off and stays off has nothing new to show, so the renderer is not notified.
    const wasOff = server.state() === 'off';
    void server.follow().then(() => {
      if (!wasOff || server.state() !== 'off') pushes.changed();
    });
  });
  return {
    ...createControls(parts, {
      settings,
      server,
      clientsOf,
      endpoint: () => state.endpoint,
      changed: pushes.changed,
    }),
    status: () => statusOf(workspaces.current(), { ports, settings, server, connected, clientsOf }),
    log: (cursor, limit) => logPage(workspaces.current().files, cursor, limit),
    companiesOfCall: (callId) => companiesOfCall(workspaces.current().files, callId),
    dispose: () => {
      connected.dispose();
      pushes.dispose();
      state.endpoint?.end(null);
      return server.dispose();
    },
  };
}

interface Controls<W> {
  readonly settings: AssistantSettings;
  readonly server: AssistantServer;
  readonly clientsOf: (workspace: W) => Clients;
  readonly endpoint: () => Endpoint | null;
  readonly changed: () => void;
}

/** Creates the functions with which the user turns the interface on or off and manages its clients. */
function createControls<W extends AssistantsWorkspace>(
  { ports, workspaces, publish, dataDir }: AssistantsParts<W>,
  { settings, server, clientsOf, endpoint, changed }: Controls<W>,
): Omit<Assistants, 'status' | 'log' | 'companiesOfCall' | 'dispose'> {
  const clients = (): Clients => clientsOf(workspaces.current());
  const bridge = join(dataDir, BRIDGE);
  const turn = async (isOn: boolean): Promise<void> => {
    settings.setOn(workspaces.current().record().id, isOn);
    if (!isOn) endpoint()?.end(null);
    await server.follow();
    changed();
  };
  return {
    turnOn: async () => {
      // The user configures clients with the path of the bridge. The app's own files may move with each start
      // or update, so the bridge is copied to a fixed path.
      writeFileSync(bridge, readFileSync(required(ports.assistants).bridgeFile));
      await turn(true);
    },
    turnOff: () => turn(false),
    addClient: (client) => {
      required(ports.assistants);
      const { id, key } = clients().add(client);
      changed();
      const address = server.address();
      return { id, key, address, setups: clientSetups({ address, key, bridge }) };
    },
    setPermissions: (id, permissions) => {
      clients().setPermissions(id, permissions);
      changed();
    },
    setPlace: (id, place) => {
      clients().setPlace(id, place);
      changed();
    },
    revoke: (id) => {
      clients().revoke(id);
      const { files, governor } = workspaces.current();
      withdrawProposalsOf({ files, governor, publish }, id);
      endpoint()?.end(id);
      changed();
    },
    setPaused: (isPaused) => {
      settings.setPaused(workspaces.current().record().id, isPaused);
      changed();
    },
    setCaps: (caps) => {
      setCaps(workspaces.current().files.yours, caps);
      changed();
    },
    undo: (callId) => {
      const { files, clock } = workspaces.current();
      const { what, recorded } = undoCall(files.yours, callId, clock.nowMs());
      publishChange(publish, what, recorded);
      changed();
      return { what, undo: recorded.undo };
    },
  };
}

function required(assistants: AssistantPorts | undefined): AssistantPorts {
  if (assistants === undefined) throw new AppFailure({ kind: 'unsupported', capability: 'assistants' });
  return assistants;
}

const serverNowMs = ({ governor }: AssistantsWorkspace): number => Math.round(governor.serverNowMs());

const logTooMany = (workspace: AssistantsWorkspace, client: Client): void =>
  logCall(
    workspace.files.yours,
    { client, tool: '', ...NOTHING_HANDED_OUT, result: 'too-many' },
    serverNowMs(workspace),
  );

interface StatusParts<W> extends Pick<Controls<W>, 'settings' | 'server' | 'clientsOf'> {
  readonly ports: Pick<Ports, 'assistants'>;
  readonly connected: ConnectedClients;
}

function statusOf<W extends AssistantsWorkspace>(
  workspace: W,
  { ports, settings, server, connected, clientsOf }: StatusParts<W>,
): AssistantStatus {
  const { yours } = workspace.files;
  const { id } = workspace.record();
  const nowMs = serverNowMs(workspace);
  const dayMs = startOfLocalDayMs(nowMs);
  const read = readSince(yours, dayMs);
  const readBy = (clientId: string) => read.get(clientId) ?? NOTHING_READ;
  return {
    state: ports.assistants === undefined ? 'unavailable' : server.state(),
    isOn: settings.isOn(id),
    isPaused: settings.isPaused(id),
    address: server.address(),
    clients: clientsOf(workspace)
      .list()
      .map((client) => ({
        ...client,
        permissions: [...client.permissions],
        isConnected: connected.isConnected(client.id),
        today: readBy(client.id),
      })),
    revoked: revokedClientsSince(yours, dayMs, ASSISTANT_CLIENTS_MAX).map(
      ({ clientId, place, ...client }) => ({
        ...client,
        id: clientId,
        place: assistantPlaceSchema.catch('unknown').parse(place),
        today: readBy(clientId),
      }),
    ),
    caps: capsInUse(yours, nowMs),
  };
}

const NOTHING_READ: HandedOut = { companies: 0, notes: 0, tasks: 0, logEntries: 0, contacts: 0 };

/** Notifies the renderer of changes at most once every `PUSH_MS` milliseconds. */
function createPushes({ ports, publish }: Pick<AssistantsParts<AssistantsWorkspace>, 'ports' | 'publish'>) {
  let stop: Dispose | null = null;
  return {
    changed: (): void => {
      stop ??= ports.clock.after(PUSH_MS, () => {
        stop = null;
        publish('assistants', 'onChanged', {});
      });
    },
    dispose: (): void => stop?.(),
  };
}
