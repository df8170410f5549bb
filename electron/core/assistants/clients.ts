import { AppFailure } from '../../../shared/app-failure.ts';
import {
  ASSISTANT_CLIENTS_MAX,
  ASSISTANT_PERMISSIONS,
  type AssistantPermission,
} from '../../../shared/model/assistants/assistant-limits.ts';
import { assistantPlaceSchema, type AssistantPlace } from '../../../shared/model/assistants/assistants.ts';
import {
  assistantClients,
  insertAssistantClient,
  revokeAssistantClient,
  setAssistantPermissions,
  setAssistantPlace,
  type StoredClient,
} from '../database/queries/yours/assistants/assistants.ts';
import type { WriteDb } from '../database/sql.ts';
import { digestOf, sameBytes } from '../foundation/constant-time-equal.ts';
import type { RandomSource } from '../ports.ts';

/** 256 bits, so the key cannot be guessed and its plain SHA-256 is safe to store. */
const KEY_BYTES = 32;
const ID_BYTES = 8;

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly place: AssistantPlace;
  readonly permissions: readonly AssistantPermission[];
  readonly addedAtMs: number;
  readonly lastCallAtMs: number | null;
}

interface NewClient {
  readonly name: string;
  readonly place: AssistantPlace;
  readonly permissions: readonly AssistantPermission[];
}

/**
 * The clients of a workspace. They are not cached, because a revoked key must be refused from the next
 * request on.
 */
export interface Clients {
  list(): readonly Client[];
  /** Returns null if the client was revoked. */
  byId(id: string): Client | null;
  /** Returns the client with this key; null if there is none. */
  recognise(key: string): Client | null;
  /**
   * Returns the new client's key, which is not stored.
   * @throws AppFailure `conflict` (`name-taken`); `validation` if there are too many clients
   */
  add(client: NewClient): { readonly id: string; readonly key: string };
  /** @throws AppFailure `not-found` (`assistant`) */
  setPermissions(id: string, permissions: readonly AssistantPermission[]): void;
  /** @throws AppFailure `not-found` (`assistant`) */
  setPlace(id: string, place: AssistantPlace): void;
  revoke(id: string): void;
}

interface ClientsParts {
  readonly db: WriteDb;
  readonly random: RandomSource;
  readonly nowMs: () => number;
}

export function createClients({ db, random, nowMs }: ClientsParts): Clients {
  const list = (): readonly Client[] => assistantClients(db).map(clientOf);
  return {
    list,
    byId: (id) => list().find((client) => client.id === id) ?? null,
    recognise: (key) => {
      const digest = digestOf(key);
      // Compares the key with every client's key, even after a match, so the time taken does not reveal which
      // client has the key.
      const found = assistantClients(db).filter(({ keySha256 }) => sameBytes(keySha256, digest));
      const [client] = found;
      return client === undefined ? null : clientOf(client);
    },
    add: ({ name, place, permissions }) => {
      const known = list();
      if (known.length >= ASSISTANT_CLIENTS_MAX) throw tooMany();
      if (known.some((client) => client.name.toLowerCase() === name.toLowerCase()))
        throw new AppFailure({ kind: 'conflict', reason: 'name-taken' });
      const clientId = random.bytes(ID_BYTES).toString('hex');
      const key = `rwa_${random.bytes(KEY_BYTES).toString('base64url')}`;
      const keySha256 = digestOf(key);
      const added = { clientId, name, place, permissions: inOrder(permissions), keySha256 };
      insertAssistantClient(db, { ...added, addedAtMs: nowMs() });
      return { id: clientId, key };
    },
    setPermissions: (id, permissions) => {
      if (!setAssistantPermissions(db, id, inOrder(permissions))) throw noClient();
    },
    setPlace: (id, place) => {
      if (!setAssistantPlace(db, id, place)) throw noClient();
    },
    revoke: (id) => revokeAssistantClient(db, id, nowMs()),
  };
}

const noClient = (): AppFailure => new AppFailure({ kind: 'not-found', what: 'assistant' });
const tooMany = (): AppFailure =>
  new AppFailure({
    kind: 'validation',
    issues: [{ path: 'name', message: `at most ${ASSISTANT_CLIENTS_MAX} clients` }],
  });

const inOrder = (permissions: readonly AssistantPermission[]): string =>
  JSON.stringify(ASSISTANT_PERMISSIONS.filter((each) => permissions.includes(each)));

const clientOf = (stored: StoredClient): Client => ({
  id: stored.clientId,
  name: stored.name,
  place: assistantPlaceSchema.catch('unknown').parse(stored.place),
  permissions: permissionsOf(stored.permissions),
  addedAtMs: stored.addedAtMs,
  lastCallAtMs: stored.lastCallAtMs,
});

function permissionsOf(json: string): AssistantPermission[] {
  const stored: unknown = JSON.parse(json);
  return Array.isArray(stored) ? ASSISTANT_PERMISSIONS.filter((each) => stored.includes(each)) : [];
}
