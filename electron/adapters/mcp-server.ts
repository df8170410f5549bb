import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { jsonSchemaValidator as JsonSchemaValidatorProvider } from '@modelcontextprotocol/sdk/validation/types.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { AssistantHost, AssistantProtocol } from '../core/ports.ts';

/*
 * Implements the Model Context Protocol (revision 2025-11-25 and the older ones that the SDK supports) over
 * Streamable HTTP, without sessions. Each message gets a separate server, which offers only what the
 * message's key allows. The core, not this file, listens for requests and checks them (ADR 107).
 */

/** Placeholder: `Request` needs an absolute URL, but nothing connects to this address. */
const ADDRESS = 'http://127.0.0.1/mcp';
/**
 * JSON-RPC code for a request that the user does not currently allow. The preceding codes are already in use:
 * -32000 and -32001 by the SDK, -32002 by the protocol.
 */
const REFUSED = -32_003;
/** The protocol's JSON-RPC error code for an unknown resource. */
const RESOURCE_NOT_FOUND = -32_002;

export const createMcpProtocol = (): AssistantProtocol => ({
  answer: async ({ headers, body }, host) => {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = serverFor(host);
    await server.connect(transport);
    try {
      const request = new Request(ADDRESS, { method: 'POST', headers });
      const response = await transport.handleRequest(request, { parsedBody: body });
      return {
        status: response.status,
        headers: { 'Content-Type': response.headers.get('content-type') ?? 'application/json' },
        body: await response.text(),
      };
    } finally {
      await server.close();
    }
  },
});

/**
 * Replaces Ajv. The SDK uses the validator only for input that an MCP server requests from the user, and this
 * server never requests any.
 */
const jsonSchemaValidator: JsonSchemaValidatorProvider = {
  getValidator: () => {
    throw new Error('nothing is asked of the client');
  },
};

function serverFor(host: AssistantHost): Server {
  const info = { name: 'roundwatch', title: 'Roundwatch', version: host.version };
  const capabilities = { tools: {}, resources: {}, prompts: {} };
  const server = new Server(info, { capabilities, instructions: host.instructions, jsonSchemaValidator });
  serveTools(server, host);
  serveResources(server, host);
  servePrompts(server, host);
  return server;
}

/**
 * An error that the client receives as JSON-RPC. Replaces the SDK's `McpError`, which adds the code to the
 * message. The client adds the code too, and would then show it twice.
 */
class ProtocolError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'ProtocolError';
    this.code = code;
  }
}

/**
 * Throws if the user does not currently allow requests. Lists that contain no user data, such as the list of
 * tools, are sent without this check, because a client that starts during a pause may never request them
 * again.
 * @throws ProtocolError
 */
function requireOpen(host: AssistantHost): void {
  const barred = host.barred();
  if (barred !== null) throw new ProtocolError(REFUSED, barred);
}

function serveTools(server: Server, host: AssistantHost): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: host.tools().map(({ name, title, description, inputSchema, readOnly }) => ({
      name,
      title,
      description,
      inputSchema: { ...inputSchema, type: 'object' as const },
      annotations: { title, readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { data, isRefused } = await host.callTool(params.name, params.arguments ?? {});
    const content = [{ type: 'text' as const, text: JSON.stringify(data) }];
    return { content, structuredContent: { ...data }, isError: isRefused };
  });
}

function serveResources(server: Server, host: AssistantHost): void {
  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    const { resources, refusal } = await host.resources();
    if (refusal !== null) throw new ProtocolError(REFUSED, refusal);
    return { resources: resources.map((each) => ({ ...each, mimeType: 'application/json' })) };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: host.resourceTemplates().map((each) => ({ ...each, mimeType: 'application/json' })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const { data, isRefused, message } = await host.readResource(uri);
    if (isRefused) throw new ProtocolError(host.barred() === null ? RESOURCE_NOT_FOUND : REFUSED, message);
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
  });
}

function servePrompts(server: Server, host: AssistantHost): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: host.prompts().map(({ arguments: given, ...prompt }) => ({ ...prompt, arguments: [...given] })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    requireOpen(host);
    const text = host.prompt(params.name, params.arguments ?? {});
    if (text === null)
      throw new ProtocolError(ErrorCode.InvalidParams, 'no such prompt, or an argument is wrong');
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
}
