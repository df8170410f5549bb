import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { flipFuses, FuseV1Options } from '@electron/fuses';
import { ESLint, type Linter } from 'eslint';
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import { createKeytarSecrets, type Keytar } from '../../../electron/adapters/keytar-secrets.ts';
import type { SecretStore } from '../../../electron/core/ports.ts';
import { contentSecurityPolicy } from '../../../electron/shells/common/content-security-policy.ts';
import { bindElectronPort, REQUEST_CHANNEL } from '../../../electron/shells/electron/port.ts';
import { windowOptions } from '../../../electron/shells/electron/window-options.ts';
import { fuseConfig, FUSE_NAMES, FUSES } from '../../../scripts/packaging/fuses.ts';
import { readFuses } from '../../../scripts/packaging/read-fuses.ts';
import { contract } from '../../../shared/contract/index.ts';
import type { CallDef } from '../../../shared/contract/kit.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { startTestApp } from '../../support/app/test-app.ts';
import { jsonSchema, unbounded } from '../../support/generators/unbounded-schemas.ts';
import { measure, number, reportFigure } from '../support/figures.ts';

/*
 * Goal P0 of `npm run security`: the checks of the security boundary are effective. Each check must find no
 * fault in the product. In a copy with a planted defect, it must find at least one fault.
 */

const VIEW = 'renderer/frame/LazyScreen.svelte';
let [caught, planted] = [0, 0];
afterAll(() => {
  reportFigure(`P0 planted defects of the boundary: ${caught}/${planted} caught`);
  measure('P0', {
    tried: 'lint, channels, replies, redirects, keychain, window, senders, fuses, policy',
    violations: `${caught} of ${planted} found`,
    planted: { caught, of: planted },
  });
});

/**
 * Asserts that `faults` finds no fault in `sound`, and at least one in each of `defects`.
 *
 * @param faults - returns a description of each fault of its argument
 */
async function expectDefectsFound<T>(
  faults: (of: T) => readonly string[] | Promise<readonly string[]>,
  sound: T,
  defects: readonly T[],
) {
  expect(await faults(sound)).toEqual([]);
  for (const defect of defects) {
    planted += 1;
    const found = await faults(defect);
    if (found.length > 0) caught += 1;
    expect(found, JSON.stringify(defect) ?? 'a defect').not.toEqual([]);
  }
}

describe('a planted defect is caught', () => {
  it('{@html} in a view, and a link with a target', { timeout: 120_000 }, async () => {
    // Type-aware rules are off, because they would load every file of the project.
    const typed = (await new ESLint().calculateConfigForFile(VIEW)) as Linter.Config;
    const off = Object.keys(typed.rules ?? {}).filter((rule) => rule.startsWith('@typescript-eslint/'));
    const lint = new ESLint({
      overrideConfig: {
        files: ['**/*.svelte'],
        languageOptions: { parserOptions: { projectService: false } },
        rules: Object.fromEntries(off.map((rule) => [rule, 'off'])),
      },
    });
    const view = (markup: string): string =>
      `<script lang="ts">\n  let { text }: { text: string } = $props();\n</script>\n\n${markup}\n`;
    const faults = async (code: string): Promise<readonly string[]> => {
      const [result] = await lint.lintText(code, { filePath: VIEW });
      return (result?.messages ?? [])
        .filter(({ severity }) => severity === 2)
        .map(({ ruleId }) => String(ruleId));
    };
    await expectDefectsFound(faults, view('<p>{text}</p>'), [
      view('<p>{@html text}</p>'),
      view('<a href="https://a.example" target="_blank">{text}</a>'),
    ]);
  });

  it('a channel that the contract does not declare', async () => {
    const app = await startTestApp();
    const channelNames = (groups: object): string[] =>
      Object.entries(groups).flatMap(([group, members]) =>
        Object.keys(Object(members)).map((name) => `${group}.${name}`),
      );
    const declared = Object.entries(contract).flatMap(([group, members]) =>
      Object.entries(members).flatMap(([name, def]: [string, CallDef | { kind: 'push' }]) =>
        def.kind === 'call' ? [`${group}.${name}`] : [],
      ),
    );
    const faults = (handlers: object): readonly string[] =>
      channelNames(handlers).filter((channel) => !declared.includes(channel));
    const { companies } = app.handlers;
    await expectDefectsFound<object>(faults, app.handlers, [
      { ...app.handlers, dump: { everything: () => [] } },
      { ...app.handlers, companies: { ...companies, all: () => [] } },
    ]);
    // The contract declares no schema for this handler, so no message may reach it.
    expect(await app.port.request('dump.everything', {})).toMatchObject({
      ok: false,
      error: { kind: 'validation' },
    });
    await app.dispose();
  });

  it('a reply without a bound', async () => {
    const outputs = Object.values(contract).flatMap((members) =>
      Object.values(members).map((def: CallDef | { kind: 'push'; payload: z.ZodType }) =>
        def.kind === 'call' ? def.output : def.payload,
      ),
    );
    const faults = (schemas: readonly z.ZodType[]): readonly string[] =>
      schemas.flatMap((schema) => unbounded(jsonSchema(schema)));
    measure('T1', {
      tried: `${number(outputs.length)} schemas of the contract`,
      violations: `${faults(outputs).length} unbounded`,
    });
    const loose = [
      z.strictObject({ rows: z.array(z.int()) }),
      z.strictObject({ rows: z.array(z.string().max(9)).max(51) }),
      z.strictObject({ rows: z.array(z.int()).max(151) }),
      z.strictObject({ text: z.string() }),
      z.object({ any: z.int() }).loose(),
    ];
    await expectDefectsFound(
      faults,
      outputs,
      loose.map((schema) => [...outputs, schema]),
    );
    measure('T1', { planted: { caught: loose.length, of: loose.length } });
  });

  it('a redirect that is followed', async () => {
    let requestCount = 0;
    const elsewhere = createServer((_request, response) => {
      requestCount += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const service = createServer((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
    );
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
    type Fetch = Parameters<typeof createFetchTransport>[0];
    const faults = async (fetchLike: Fetch): Promise<readonly string[]> => {
      requestCount = 0;
      const limits = { headTimeoutMs: 2_000, totalTimeoutMs: 3_000, maxBodyBytes: 1_000 };
      const request = {
        url,
        headers: { authorization: 'Bearer k' },
        signal: new AbortController().signal,
        ...limits,
      };
      await createFetchTransport(fetchLike)
        .get(request)
        .catch(() => undefined);
      return requestCount === 0 ? [] : [`${requestCount} requests to the redirect target`];
    };
    await expectDefectsFound<Fetch>(faults, (to, init) => fetch(to, init), [
      (to, init) => fetch(to, { ...init, redirect: 'follow' }),
    ]);
    for (const server of [service, elsewhere]) await new Promise((resolve) => void server.close(resolve));
  });

  it('a keychain’s null read as "no secret"', async () => {
    // keytar behaves like this while the keyring is locked: reads return null, and writes fail.
    const locked: Keytar = {
      getPassword: () => Promise.resolve(null),
      setPassword: () => Promise.reject(new Error('Cannot create an item in a locked collection')),
      deletePassword: () => Promise.resolve(false),
    };
    const defective: Pick<SecretStore, 'get'> = {
      get: async (account) => {
        const secret = await locked.getPassword('Roundwatch', account);
        return secret === null ? { state: 'absent', secret } : { state: 'ready', secret };
      },
    };
    const faults = async (store: Pick<SecretStore, 'get'>): Promise<readonly string[]> => {
      const { state } = await store.get('a');
      return state === 'locked' ? [] : [`a locked keyring is reported as ${state}`];
    };
    const sound = createKeytarSecrets({ service: 'Roundwatch', load: () => Promise.resolve(locked) });
    await expectDefectsFound<Pick<SecretStore, 'get'>>(faults, sound, [defective]);
  });

  it('nodeIntegration and each other weakened window preference', async () => {
    const { webPreferences } = windowOptions({
      packaged: true,
      preload: '/app/preload.cjs',
      partition: 'page',
      dark: false,
      platform: 'linux',
      bounds: { width: 1_280, height: 820 },
    });
    const PREFERENCES: Readonly<Record<string, boolean>> = {
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      disableDialogs: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      navigateOnDragDrop: false,
      devTools: false,
    };
    const faults = (preferences: object): readonly string[] =>
      Object.entries(PREFERENCES).flatMap(([name, expected]) =>
        Reflect.get(preferences, name) === expected ? [] : [name],
      );
    await expectDefectsFound<object>(
      faults,
      webPreferences,
      Object.keys(PREFERENCES).map((name) => ({ ...webPreferences, [name]: PREFERENCES[name] !== true })),
    );
    const of = Object.keys(PREFERENCES).length;
    measure('S1', { planted: { caught: of, of } });
  });

  it('a sender that is not checked', async () => {
    const mainFrame = { origin: 'app://roundwatch', parent: null, isDestroyed: () => false };
    const contents = { mainFrame, isDestroyed: () => false };
    const senders: readonly object[] = [
      { sender: contents, senderFrame: null },
      { sender: contents, senderFrame: { ...mainFrame, parent: mainFrame } },
      { sender: contents, senderFrame: { ...mainFrame, isDestroyed: () => true } },
      { sender: { ...contents }, senderFrame: mainFrame },
      { sender: contents, senderFrame: { ...mainFrame, origin: 'https://far.example' } },
    ];
    type Handle = (event: IpcMainInvokeEvent, channel: unknown, input: unknown) => unknown;
    const bound = (dispatch: () => Promise<{ ok: true; value: null }>): Handle => {
      const handlers = new Map<string, Handle>();
      const ipcMain = {
        handle: (name: string, handle: Handle) => void handlers.set(name, handle),
        removeHandler: () => undefined,
        removeAllListeners: () => undefined,
      };
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      bindElectronPort({
        dispatch,
        log,
        ipcMain: ipcMain as unknown as IpcMain,
        pages: () => [contents as unknown as WebContents],
      });
      return handlers.get(REQUEST_CHANNEL) ?? (() => undefined);
    };
    const faults = async (bind: typeof bound): Promise<readonly string[]> => {
      let reached = 0;
      const handle = bind(() => {
        reached += 1;
        return Promise.resolve({ ok: true, value: null });
      });
      for (const event of senders) await handle(event as IpcMainInvokeEvent, 'app.info', {});
      return reached === 0 ? [] : [`${reached} foreign senders reached the core`];
    };
    await expectDefectsFound<typeof bound>(faults, bound, [(dispatch) => () => dispatch()]);
  });

  it('each fuse, flipped back', async () => {
    const folder = tempDir();
    const file = join(folder.path, 'runtime');
    // The fuse block in Electron's binary: a marker, a version, the number of fuses, and one state per fuse.
    const wire = Buffer.concat([
      Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
      Buffer.from([1, FUSE_NAMES.length]),
      Buffer.from('0'.repeat(FUSE_NAMES.length)),
    ]);
    writeFileSync(file, Buffer.concat([Buffer.alloc(512, 7), wire, Buffer.alloc(512, 9)]));
    const faults = async (flipped: keyof typeof FUSES | null): Promise<readonly string[]> => {
      await flipFuses(file, fuseConfig(FUSES));
      const states = flipped === null ? FUSES : { ...FUSES, [flipped]: !FUSES[flipped] };
      await flipFuses(file, fuseConfig(states));
      const actual = await readFuses(file);
      return FUSE_NAMES.filter((name) => actual[name] !== FUSES[name]);
    };
    expect(FUSE_NAMES.every((name) => name in FuseV1Options)).toBe(true);
    await expectDefectsFound<keyof typeof FUSES | null>(faults, null, FUSE_NAMES);
    measure('S2', { planted: { caught: FUSE_NAMES.length, of: FUSE_NAMES.length } });
    folder.remove();
  });

  it('a loosened content security policy', async () => {
    const sound = contentSecurityPolicy({ nonce: 'N', connect: 'none' });
    const DIRECTIVES: readonly RegExp[] = [
      /(^|; )default-src 'none'(;|$)/,
      /(^|; )script-src 'self'(;|$)/,
      /(^|; )style-src 'self' 'nonce-[^' ]+'(;|$)/,
      /(^|; )img-src 'self' data:(;|$)/,
      /(^|; )font-src 'self'(;|$)/,
      /(^|; )connect-src 'none'(;|$)/,
      /(^|; )form-action 'none'(;|$)/,
      /(^|; )base-uri 'none'(;|$)/,
      /(^|; )frame-ancestors 'none'(;|$)/,
      /(^|; )object-src 'none'(;|$)/,
      /(^|; )require-trusted-types-for 'script'(;|$)/,
      /(^|; )trusted-types svelte-trusted-html dompurify(;|$)/,
      /(^|; )sandbox allow-scripts allow-same-origin allow-forms(;|$)/,
    ];
    const faults = (policy: string): readonly string[] =>
      DIRECTIVES.filter((directive) => !directive.test(policy)).map(String);
    const loosened = [
      ...[
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline'",
        "script-src 'self' 'unsafe-eval'",
        'script-src *',
      ].map((part) => sound.replace(new RegExp(`${part.split(' ')[0] ?? ''} [^;]*`), part)),
      ...[
        "connect-src 'self'",
        'connect-src *',
        'img-src *',
        "form-action 'self'",
        "base-uri 'self'",
        'frame-ancestors *',
        'object-src *',
      ].map((part) => sound.replace(new RegExp(`${part.split(' ')[0] ?? ''} [^;]*`), part)),
      sound.replace("; require-trusted-types-for 'script'", ''),
      sound.replace(' dompurify', ' dompurify *'),
      sound.replace(' dompurify', " dompurify 'allow-duplicates'"),
      `${sound} allow-modals`,
      `${sound} allow-downloads allow-popups`,
    ];
    await expectDefectsFound(faults, sound, loosened);
  });
});
