import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createDownloadTransport, type FetchLike } from '../../../electron/adapters/fetch-transport.ts';
import { createSystemRandom } from '../../../electron/adapters/system-random.ts';
import type { UpdateFeed, UpdatePorts } from '../../../electron/core/ports.ts';
import type { UpdateManifest } from '../../../electron/core/updates/signed-manifest.ts';
import { Updates, type UpdatesParts } from '../../../electron/core/updates/updates.ts';
import { exportPublicKey, signManifest } from '../../../scripts/packaging/sign-manifest.ts';
import type { Update } from '../../../shared/model/settings/updates.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { createMapSettings } from '../../support/app/test-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { makeAuthority, makeLeaf, type Certificate } from '../client/certificates.ts';

/** The update server's response. `cutAfter` closes the connection after that many bytes of the body. */
export interface ServedFile {
  readonly body: string | Buffer;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cutAfter?: number;
}

export const NOW_MS = Date.UTC(2026, 10, 12, 9, 30);
const DAY_MS = 86_400_000;
export const INSTALLER = Buffer.from(`!<arch>\n${'package '.repeat(40_000)}`);
export const MANIFEST_PATH = '/stable.json';
export const FILE_PATH = '/roundwatch.deb';

/** Two local update servers, one with HTTPS and one without, and the app's update checker. */
export interface UpdateWorld {
  readonly origin: string;
  readonly plainOrigin: string;
  readonly key: KeyObject;
  readonly clock: FakeClock;
  /** Starts the app's update checker. `installed` overrides the default: version 1.2.0 for Linux on x64. */
  readonly start: (installed?: Installation) => StartedUpdates;
  /**
   * Returns the update ports of an installation, and the paths of the files that it handed to the installer.
   */
  readonly ports: (feed?: Installation['feed']) => {
    readonly updates: UpdatePorts;
    readonly opened: readonly string[];
  };
  /** A manifest of version 1.3.0 with the correct file. */
  readonly manifest: (change?: Partial<UpdateManifest>) => UpdateManifest;
  readonly file: (change?: Partial<UpdateManifest['files'][number]>) => UpdateManifest['files'][number];
  /** Serves a manifest that is signed with the app's key, unless another key is given. */
  readonly publish: (manifest: UpdateManifest, key?: KeyObject) => void;
  readonly serve: (path: string, file: ServedFile) => void;
  /** Returns the paths requested since the previous call, on either server. */
  readonly takeRequests: () => readonly string[];
  /** The files in the downloads folder. */
  readonly downloads: () => readonly string[];
  readonly folder: string;
  readonly dispose: () => Promise<void>;
}
interface UpdateCertificates {
  readonly authority: Certificate;
  readonly leaf: Certificate;
}
export interface Installation {
  readonly version?: string;
  readonly feed?: Partial<UpdateFeed> | null;
  readonly settings?: UpdatesParts['settings'];
}
export interface StartedUpdates {
  readonly updates: Updates;
  readonly settings: UpdatesParts['settings'];
  /** Paths of the files that were handed to the installer. */
  readonly opened: readonly string[];
  readonly found: readonly Update[];
}

/**
 * Like the app's fetch (Chromium's), but keeps connections open. If a server closes a connection while the
 * body is read slowly, Node's fetch throws an assertion error that the caller cannot catch
 * (https://github.com/nodejs/undici/issues/5360).
 */
const fetchKeepingAlive: FetchLike = (url, init) => fetch(url, init);

const sourceOf = (feed: UpdateFeed): UpdatePorts['source'] => ({
  feed,
  downloads: createDownloadTransport(fetchKeepingAlive, new URL(feed.url).origin),
});

export const newSigningKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

/** Creates the certificates of the update server. Several worlds can share these certificates. */
export async function makeUpdateCertificates(): Promise<UpdateCertificates> {
  const authority = await makeAuthority('Roundwatch update authority');
  return { authority, leaf: await makeLeaf({ issuer: authority }) };
}

export async function startUpdateWorld({ authority, leaf }: UpdateCertificates): Promise<UpdateWorld> {
  const files = new Map<string, ServedFile>();
  const requests: string[] = [];
  const answer: Parameters<typeof createServer>[1] = ({ url = '', headers }, response) => {
    requests.push(url);
    const file = files.get(url);
    if (headers.cookie !== undefined || file === undefined) return void response.writeHead(404).end();
    const { body, status = 200, headers: more = {}, cutAfter } = file;
    response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...more });
    if (cutAfter === undefined) return void response.end(body);
    response.write(Buffer.from(body).subarray(0, cutAfter), () => response.destroy());
  };
  const secure = createServer(leaf, answer);
  const plain = createHttpServer(answer);
  const [origin, plainOrigin] = [await listen(secure, 'https'), await listen(plain, 'http')];
  const key = newSigningKey();
  const clock = createFakeClock(NOW_MS);
  const folder = tempDir();
  const serve = (path: string, file: ServedFile): void => void files.set(path, file);
  const file: UpdateWorld['file'] = (change) => ({
    platform: 'linux',
    arch: 'x64',
    kind: 'deb',
    url: `${origin}${FILE_PATH}`,
    bytes: INSTALLER.byteLength,
    sha256: createHash('sha256').update(INSTALLER).digest('hex'),
    ...change,
  });
  serve(FILE_PATH, { body: INSTALLER });
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, authority.cert]);
  const ports: UpdateWorld['ports'] = (feed = {}) => {
    const opened: string[] = [];
    const usual = { url: `${origin}${MANIFEST_PATH}`, publicKey: exportPublicKey(key), channel: 'stable' };
    const updates: UpdatePorts = {
      source: feed === null ? null : sourceOf({ ...usual, ...feed }),
      homepage: null,
      target: { platform: 'linux', arch: 'x64', kind: 'deb' },
      folder: () => folder.path,
      openInstaller: (path) => {
        opened.push(path);
        return Promise.resolve(true);
      },
      showInFolder: () => undefined,
    };
    return { updates, opened };
  };
  return {
    origin,
    plainOrigin,
    key,
    clock,
    folder: folder.path,
    file,
    serve,
    manifest: (change) => ({
      channel: 'stable',
      sequence: 10,
      version: '1.3.0',
      releasedAt: new Date(NOW_MS - DAY_MS).toISOString(),
      expiresAt: new Date(NOW_MS + 30 * DAY_MS).toISOString(),
      notes: 'Faster search.',
      files: [file()],
      ...change,
    }),
    publish: (manifest, signer = key) => serve(MANIFEST_PATH, { body: signManifest(manifest, signer) }),
    takeRequests: () => requests.splice(0),
    downloads: () => readdirSync(folder.path),
    ports,
    start: ({ version = '1.2.0', feed, settings = createMapSettings() } = {}) => {
      const found: Update[] = [];
      const { updates: updatePorts, opened } = ports(feed);
      const updates = new Updates({
        clock,
        settings,
        version,
        random: createSystemRandom(),
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
        onChanged: () => undefined,
        onFound: (update) => found.push(update),
        updates: updatePorts,
      });
      return { updates, settings, opened, found };
    },
    dispose: async () => {
      folder.remove();
      setDefaultCACertificates(trusted);
      for (const server of [secure, plain]) server.closeAllConnections();
      await Promise.all([secure, plain].map((server) => new Promise((done) => server.close(done))));
    },
  };
}

async function listen(server: Server, scheme: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `${scheme}://127.0.0.1:${port}`;
}
