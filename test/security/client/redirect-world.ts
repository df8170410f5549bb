import { createServer, type AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { makeAuthority, makeLeaf } from './certificates.ts';
import { serveRaw, startRawServer, type RawRequest, type RawServer, type Reply } from './raw-server.ts';
import type { Destinations } from './redirect-chains.ts';
import { KEY } from './subject-plan.ts';

/** The test services and other local servers. Each server records every request. */
export interface RedirectWorld extends Destinations {
  /** The certificate of the authority that signed the TLS servers' certificates, in PEM. */
  readonly authority: string;
  /** Sets the function that answers every request, on all servers. */
  answer(reply: (request: RawRequest) => Reply): void;
  /** Returns the requests received since the previous call, at the services and at the other servers. */
  takeRequests(): { readonly atServices: readonly RawRequest[]; readonly elsewhere: readonly RawRequest[] };
  dispose(): Promise<void>;
}

export const hasKey = ({ text }: RawRequest): boolean => text.includes(KEY);

export async function startRedirectWorld(): Promise<RedirectWorld> {
  let reply = (_request: RawRequest): Reply => ({ steps: [], end: 'close' });
  const answer = (request: RawRequest): Reply => reply(request);
  const authority = await makeAuthority('Roundwatch test authority');
  const leaf = await makeLeaf({ issuer: authority });
  const services = [await startRawServer(answer), await startTls(leaf, answer)];
  const elsewhere = [await startRawServer(answer), await startTls(leaf, answer)];
  // Redirects can also lead to the address ::1, if the machine has it, and to each server under the name
  // `localhost`.
  if (await hasAddress('::1')) elsewhere.push(await startRawServer(answer, '::1'));
  const names = [...services, ...elsewhere].map(({ origin }) => origin.replace('127.0.0.1', 'localhost'));
  const all = [...services, ...elsewhere];
  const seen = new Map<RawServer, number>();
  const fresh = (server: RawServer): readonly RawRequest[] => {
    const before = seen.get(server) ?? 0;
    seen.set(server, server.requests.length);
    return server.requests.slice(before);
  };
  return {
    services: services.map(({ origin }) => origin),
    others: [...new Set([...elsewhere.map(({ origin }) => origin), ...names])],
    authority: authority.cert,
    answer: (next) => {
      reply = next;
    },
    takeRequests: () => ({ atServices: services.flatMap(fresh), elsewhere: elsewhere.flatMap(fresh) }),
    dispose: async () => void (await Promise.all(all.map((server) => server.dispose()))),
  };
}

async function startTls(
  leaf: { readonly cert: string; readonly key: string },
  reply: (request: RawRequest) => Reply,
): Promise<RawServer> {
  const server = createTlsServer(leaf);
  server.on('tlsClientError', () => undefined);
  const served = serveRaw(server, reply, 'secureConnection');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://127.0.0.1:${port}`,
    port,
    ...served,
    dispose: async () => {
      served.cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const hasAddress = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(0, address, () => probe.close(() => resolve(true)));
  });
