import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { TransportReason } from '../../../electron/core/ports.ts';
import { makeAuthority, makeLeaf, type Certificate } from './certificates.ts';
import { goodBody } from '../malformed/good-bodies.ts';
import { serveRaw, type RawRequest, type Reply } from './raw-server.ts';
import { KEY } from './subject-plan.ts';

/** A test service. If `isRight` is set, its TLS is correct; otherwise, its TLS has one fault. */
export interface TlsFault {
  readonly name: string;
  readonly isRight: boolean;
  /**
   * Whether the client can be certain that it sent no request. It cannot be certain after a connection reset,
   * for example.
   */
  readonly isKnownUnsent: boolean;
  /** The reason that the transport must report. */
  readonly reason: TransportReason;
  /**
   * Whether Chromium reports this fault as a TLS error. It reports some faults only as a broken connection.
   */
  readonly isTlsInChromium: boolean;
  readonly origin: string;
  /** The requests that arrived after a successful handshake. */
  readonly requests: readonly RawRequest[];
  /** Returns whether the server received the API key or its first 12 characters. */
  sawKey(): boolean;
}
export interface TlsFaults {
  readonly faults: readonly TlsFault[];
  /** The certificates of the trusted authorities, in PEM. */
  readonly authority: string;
  dispose(): Promise<void>;
}

interface Spec {
  readonly name: string;
  readonly isRight?: boolean;
  readonly isKnownUnsent?: boolean;
  readonly reason?: TransportReason;
  readonly server: () => Promise<Server>;
  /** Whether the server is a plain socket server, which receives the bytes without decrypting them. */
  readonly isRaw?: boolean;
}

const tls =
  (make: () => Promise<Certificate & { readonly ca?: string }>, options: TlsOptions = {}) =>
  async (): Promise<Server> => {
    const { cert, key, ca } = await make();
    const server = createTlsServer({ cert: ca === undefined ? cert : `${cert}\n${ca}`, key, ...options });
    server.on('tlsClientError', () => undefined);
    return server;
  };
/** Allows the server to offer ciphers that are weaker than OpenSSL's minimum. The client must refuse them. */
const anyCipher = { ciphers: 'ALL:@SECLEVEL=0' } as const;

interface Authorities {
  readonly trusted: Certificate;
  /** A second trusted authority, whose key is RSA. It signs the weak certificates. */
  readonly trustedRsa: Certificate;
  readonly unknown: Certificate;
}

function specs({ trusted: issuer, trustedRsa, unknown }: Authorities): readonly Spec[] {
  const right = (): Promise<Certificate> => makeLeaf({ issuer });
  const raw = (act: Parameters<typeof createSocketServer>[1]) => (): Promise<Server> =>
    Promise.resolve(createSocketServer(act));
  return [
    { name: 'trusted, TLS 1.3', isRight: true, server: tls(right, { minVersion: 'TLSv1.3' }) },
    { name: 'trusted, TLS 1.2', isRight: true, server: tls(right, { maxVersion: 'TLSv1.2' }) },
    { name: 'self-signed', server: tls(() => makeLeaf()) },
    { name: 'expired', server: tls(() => makeLeaf({ issuer, fromDays: -9, untilDays: -1 })) },
    { name: 'not yet valid', server: tls(() => makeLeaf({ issuer, fromDays: 1, untilDays: 9 })) },
    { name: 'another address', server: tls(() => makeLeaf({ issuer, addresses: ['127.0.0.2'] })) },
    {
      name: 'another name',
      server: tls(() => makeLeaf({ issuer, addresses: [], names: ['api.example.com'] })),
    },
    { name: 'unknown authority', server: tls(() => makeLeaf({ issuer: unknown })) },
    {
      name: 'issued by a certificate without that right',
      server: tls(async () => {
        const between = await makeLeaf({ issuer, names: ['between.example.com'] });
        return { ...(await makeLeaf({ issuer: between })), ca: between.cert };
      }),
    },
    { name: 'for clients only', server: tls(() => makeLeaf({ issuer, usage: 'client' })) },
    {
      name: 'key of 1,024 bits',
      server: tls(() => makeLeaf({ issuer: trustedRsa, rsaBits: 1_024 }), anyCipher),
    },
    {
      name: 'signed with SHA-1',
      server: tls(() => makeLeaf({ issuer: trustedRsa, rsaBits: 2_048, hash: 'sha1' }), anyCipher),
    },
    { name: 'TLS 1.1', server: tls(right, { ...anyCipher, minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' }) },
    { name: 'TLS 1.0', server: tls(right, { ...anyCipher, minVersion: 'TLSv1', maxVersion: 'TLSv1' }) },
    {
      name: 'plain HTTP on the port',
      isRaw: true,
      server: raw((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}'));
      }),
    },
    {
      name: 'handshake cut',
      reason: 'connection',
      isRaw: true,
      server: raw((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.end());
      }),
    },
    {
      name: 'handshake reset',
      reason: 'connection',
      isRaw: true,
      isKnownUnsent: false,
      server: raw((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.resetAndDestroy());
      }),
    },
    {
      name: 'handshake of random bytes',
      isRaw: true,
      isKnownUnsent: false,
      server: raw((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.end(Buffer.from('1603030100'.padEnd(600, 'ab'), 'hex')));
      }),
    },
    {
      name: 'handshake never answered',
      reason: 'timeout',
      isRaw: true,
      isKnownUnsent: false,
      server: raw((socket) => void socket.on('error', () => undefined)),
    },
  ];
}

/** Returns a correct response from the health endpoint. */
const answer = ({ index }: RawRequest): Reply => {
  const body = JSON.stringify(goodBody('health', String(index)).value);
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  return { steps: [{ afterMs: 0, bytes: Buffer.from(head + body) }], end: 'keep' };
};

export async function startTlsFaults(): Promise<TlsFaults> {
  const trusted = await makeAuthority('Roundwatch test authority');
  const trustedRsa = await makeAuthority('Roundwatch test authority, RSA', 2_048);
  const unknown = await makeAuthority('Nobody');
  const started = await Promise.all(specs({ trusted, trustedRsa, unknown }).map(start));
  return {
    faults: started.map(({ fault }) => fault),
    authority: `${trusted.cert}\n${trustedRsa.cert}`,
    dispose: async () => void (await Promise.all(started.map(({ dispose }) => dispose()))),
  };
}

async function start(spec: Spec) {
  const { name, isRight = false, isKnownUnsent = true, reason = 'tls', isRaw = false, server: make } = spec;
  const server = await make();
  let wire = '';
  const sockets = new Set<{ destroy(): unknown }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    // Records what a server without TLS received. For servers with TLS, `serveRaw` below records the
    // decrypted bytes.
    if (isRaw) socket.on('data', (bytes: Buffer) => (wire += bytes.toString('latin1')));
  });
  const served = isRaw ? { requests: [] } : serveRaw(server, answer, 'secureConnection');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fault: TlsFault = {
    name,
    isRight,
    isKnownUnsent,
    reason,
    isTlsInChromium: !isRaw,
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: served.requests,
    sawKey: () =>
      [wire, ...served.requests.map(({ text }) => text)].some((text) => text.includes(KEY.slice(0, 12))),
  };
  const dispose = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { fault, dispose };
}
