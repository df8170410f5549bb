import { createServer, type AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** Connects the official MCP client to the app. Rejects if the app refuses the client. */
export async function connectClient(address: string, key: string): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return client;
}

/** Returns a port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Ends the session of a client, as programs do when they disconnect. */
export async function closeSession({ transport }: Client): Promise<void> {
  if (!(transport instanceof StreamableHTTPClientTransport)) throw new Error('not connected over HTTP');
  await transport.terminateSession();
}
