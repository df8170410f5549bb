import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { z } from 'zod';
import { createMcpProtocol } from '../../../electron/adapters/mcp-server.ts';
import type { AssistantOffer } from '../../../electron/core/assistants/assistant-host.ts';
import { createAssistants, type Assistants } from '../../../electron/core/assistants/assistants.ts';
import { ToolRefusal, defineTool } from '../../../electron/core/assistants/tool.ts';
import { createReleaseRateLimit } from '../../../electron/core/contacts/release-rate-limit.ts';
import type { Clock, LogFields, SettingsStore } from '../../../electron/core/ports.ts';
import type { OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import type { AssistantPermission } from '../../../shared/model/assistants/assistant-limits.ts';
import { openDemoWorkspace } from '../app/demo-workspace.ts';
import { createAwakeClock, createMapSettings } from '../app/test-app.ts';
import { random } from '../app/library-fixtures.ts';
import { tempDir } from '../common/temp-dir.ts';
import { connectClient, freePort } from './mcp-client.ts';

/** A function that the test tool `read_companies` runs during a call. */
export interface DuringCall {
  run: () => void | Promise<void>;
}

export interface AssistantsWorld {
  readonly assistants: Assistants;
  readonly workspace: OpenWorkspace;
  readonly settings: SettingsStore;
  readonly port: number;
  readonly address: string;
  readonly during: DuringCall;
  readonly logged: readonly string[];
  readonly dataDir: string;
  /** Opens this workspace in place of the current one. Null closes the current one. */
  activate(workspace: OpenWorkspace | null): void;
  /** Adds a client and returns its key. */
  key(name: string, permissions?: readonly AssistantPermission[]): string;
  /** Connects with the official client. */
  connect(key: string): Promise<Client>;
  close(): Promise<void>;
}

/**
 * Two tools: `read_companies` returns the companies that the limits allow, and `leak_companies` returns all
 * companies without checking the limits, as a defective tool would.
 */
export const testOffer = (during: DuringCall): AssistantOffer => {
  const input = () => z.strictObject({ ids: z.array(z.string().min(1).max(100)).max(50) });
  const shared = { title: 'Test', description: 'A tool of the tests.', readOnly: true, input };
  const reply = (companyIds: readonly string[]) => ({
    data: { companies: companyIds },
    companyIds,
    read: companyIds.map((id) => ({ kind: 'note', itemId: id, companyId: id, amount: 1 }) as const),
    about: { text: `${companyIds.length} companies`, companyId: null },
  });
  return {
    tools: [
      defineTool({
        ...shared,
        name: 'read_companies',
        permission: 'read',
        run: async (context, { ids }) => {
          const allowed = context.hand(ids);
          await during.run();
          return reply(allowed);
        },
      }),
      defineTool({ ...shared, name: 'leak_companies', permission: 'read', run: (_, { ids }) => reply(ids) }),
      defineTool({
        ...shared,
        name: 'read_contacts',
        permission: 'contacts',
        run: () => {
          throw new ToolRefusal('locked', 'Contacts are locked.');
        },
      }),
    ],
    resources: null,
    prompts: [
      {
        name: 'morning',
        title: 'A morning',
        description: 'Starts the day.',
        arguments: [{ name: 'focus', description: 'What to look at.', required: true }],
        render: ({ focus = '' }) => `Look at ${focus}.`,
      },
    ],
  };
};

/**
 * Opens a demo workspace whose assistant interface is switched on and listens on a free port. If the test
 * provides the workspace, the test also closes it.
 */
export async function openAssistants(
  options: { clock?: Clock; offer?: AssistantOffer; workspace?: OpenWorkspace } = {},
): Promise<AssistantsWorld> {
  const demo =
    options.workspace === undefined
      ? await openDemoWorkspace()
      : { workspace: options.workspace, dispose: () => Promise.resolve() };
  const folder = tempDir();
  const clock = options.clock ?? createAwakeClock();
  const settings = createMapSettings();
  const port = await freePort();
  settings.set('assistants', { port, on: [], paused: [] });
  const logged: string[] = [];
  const record = (event: string, fields: LogFields = {}): void =>
    void logged.push(`${event} ${JSON.stringify(fields)}`);
  const log = { info: record, warn: record, error: record };
  const during: DuringCall = { run: () => undefined };
  let active: OpenWorkspace | null = demo.workspace;
  const listeners: ((workspace: OpenWorkspace | null) => void)[] = [];
  const assistants = createAssistants<OpenWorkspace>({
    ports: {
      clock,
      log,
      random,
      settings,
      assistants: {
        load: () => Promise.resolve(createMcpProtocol()),
        bridgeFile: join(import.meta.dirname, '../../../resources/assistant-bridge.mjs'),
      },
    },
    workspaces: {
      active: () => active,
      current: () => {
        if (active === null) throw new Error('no workspace is open');
        return active;
      },
      onActive: (listener) => void listeners.push(listener),
    },
    offer: options.offer ?? testOffer(during),
    release: createReleaseRateLimit({ clock, log }),
    publish: () => undefined,
    version: '0.0.0-test',
    dataDir: folder.path,
  });
  await assistants.turnOn();
  const { address } = assistants.status();
  const clients: Client[] = [];
  return {
    assistants,
    workspace: demo.workspace,
    settings,
    port,
    address,
    during,
    logged,
    dataDir: folder.path,
    activate: (workspace) => {
      active = workspace;
      listeners.forEach((listener) => listener(workspace));
    },
    key: (name, permissions = ['read']) => assistants.addClient({ name, place: 'local', permissions }).key,
    connect: async (key) => {
      const client = await connectClient(address, key);
      clients.push(client);
      return client;
    },
    close: async () => {
      for (const client of clients) await client.close();
      await assistants.dispose();
      await demo.dispose();
      folder.remove();
    },
  };
}

/** The outcome of a tool call as the client sees it. */
export const outcomeSchema = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.object({
    untrusted: z.literal(true).optional(),
    data: z.object({ companies: z.array(z.string()) }).optional(),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
  }),
});

/** Calls a test tool and returns the companies or the code of the refusal. */
export async function callTool(
  client: Client,
  name: string,
  ids: readonly string[],
): Promise<readonly string[] | string> {
  const outcome = outcomeSchema.parse(await client.callTool({ name, arguments: { ids } }));
  const { data, error } = outcome.structuredContent;
  return data?.companies ?? error?.code ?? 'neither';
}
