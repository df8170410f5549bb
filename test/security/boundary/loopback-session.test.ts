import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { listRendererFiles } from '../../../electron/shells/common/renderer-files.ts';
import { createLoopbackAccess, proofSchema, type Proof } from '../../../electron/shells/loopback/access.ts';
import { createLoopbackPort } from '../../../electron/shells/loopback/port.ts';
import { startLoopbackServer, type LoopbackServer } from '../../../electron/shells/loopback/server.ts';
import { makeRendererFolder } from '../../support/app/renderer-folder.ts';
import { IS_FULL } from '../../support/common/full-size.ts';
import { anyCharacter } from '../../support/generators/any-character.ts';
import { measure, number, reportFigure } from '../support/figures.ts';

/*
 * Goal C8 of `npm run security`: without the secret of a signed-in tab, no program on this computer can use
 * the loopback shell. `test/e2e/security/loopback-session.spec.ts` tests pages in a browser.
 */

const SOCKETS = IS_FULL ? 2_000 : 150;
const PROOFS = IS_FULL ? 100_000 : 5_000;

/** Generates strings that are similar to a secret (changed, shortened, extended), and random strings. */
const near = (secret: string) =>
  fc.oneof(
    fc.nat({ max: secret.length - 1 }).map((at) => {
      const other = secret[at] === 'A' ? 'B' : 'A';
      return secret.slice(0, at) + other + secret.slice(at + 1);
    }),
    fc.nat({ max: secret.length - 1 }).map((at) => secret.slice(0, at)),
    fc.constantFrom(` ${secret}`, `${secret}\n`, `${secret}\u0000`, secret.toUpperCase(), `#token=${secret}`),
    fc.string({ unit: anyCharacter, maxLength: 80 }),
    fc.constant('x'.repeat(43)),
  );

/**
 * Generates first frames that must not sign in. Their `session` field does not contain the session secret,
 * and their `token` field does not contain the token.
 */
const hostileProofs = (token: string, session: string) =>
  fc.oneof(
    fc.record(
      {
        session: fc.oneof(near(session), fc.constant('f'.repeat(64))),
        token: near(token),
        previous: near(session),
      },
      { requiredKeys: [] },
    ),
    // The next four frames contain a real secret, but in the field of the other secret, in an unknown field,
    // or inside another type. The last frame is random JSON.
    fc.record({ session: fc.constant('f'.repeat(64)), token: fc.constant(session) }),
    fc.record({ session: fc.constant(token), previous: fc.constant(token) }),
    fc.record({ session: fc.constant('f'.repeat(64)), secret: fc.constant(session) }),
    fc.record({ session: fc.constant([session]), token: fc.constant({ token }) }),
    fc.json().map((text): unknown => JSON.parse(text)),
  );

type Accepts = (proof: Proof) => boolean;

/**
 * After one tab has signed in with `token`, tries hostile first frames. Returns the frames that `accepts`
 * does not reject.
 */
function acceptedOf(accepts: Accepts, token: string, session: string): unknown[] {
  if (!accepts({ session, token })) throw new Error('the own tab was refused');
  const used = { session: 'e'.repeat(64), token };
  const proofs: unknown[] = [used, ...fc.sample(hostileProofs(token, session), { numRuns: PROOFS, seed: 8 })];
  return proofs.filter((each) => {
    const { data } = proofSchema.safeParse(each);
    return data !== undefined && data.session !== session && accepts(data);
  });
}

const tokenOf = (address: string): string => /#token=(.+)$/.exec(address)?.[1] ?? '';

describe('first frames of a socket', () => {
  it('a guess, a changed secret or a used token gives no session', () => {
    const access = createLoopbackAccess(8_123, () => undefined);
    const accepted = acceptedOf(access.accepts, tokenOf(access.address()), randomBytes(32).toString('hex'));
    access.close();
    reportFigure(`C8 ${number(PROOFS)} first frames without a secret: ${accepted.length} accepted`);
    measure('C8', { tried: `${number(PROOFS)} first frames`, violations: `${accepted.length} accepted` });
    expect(accepted).toEqual([]);
  });

  it('finds planted checks that accept any secret, the beginning of a token or a used token', () => {
    const token = randomBytes(32).toString('base64url');
    const session = randomBytes(32).toString('hex');
    const planted: readonly Accepts[] = [
      () => true,
      (proof) => proof.session === session || (proof.token !== undefined && token.startsWith(proof.token)),
      (proof) => proof.token === token,
      (proof) => proof.session === session || proof.previous !== undefined,
    ];
    const caught = planted.filter(
      (accepts) =>
        acceptedOf((proof) => accepts(proof) || proof.session === session, token, session).length > 0,
    ).length;
    measure('C8', { planted: { caught, of: planted.length } });
    expect(caught).toBe(planted.length);
  });
});

describe('sockets of other programs and pages', () => {
  const { root } = makeRendererFolder();
  const calls: unknown[] = [];
  let server: LoopbackServer;
  let session = '';
  beforeAll(async () => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const dispatch = (_channel: unknown, input: unknown) => {
      calls.push(input);
      return Promise.resolve({ ok: true as const, value: null });
    };
    const port = createLoopbackPort({ dispatch, log, nowMs: () => performance.now() });
    const files = listRendererFiles(root);
    server = await startLoopbackServer({ files, port, listenOn: 0, log, hint: () => undefined });
    session = randomBytes(32).toString('hex');
  });
  afterAll(() => server.close());

  const BY = 'other';
  /**
   * Sends the frames, then two requests. Resolves when the server has replied, refused or closed the socket.
   */
  function attempt(
    by: string,
    origin: string,
    host: string | null,
    frames: readonly string[],
  ): Promise<void> {
    const { host: real } = new URL(server.url);
    const socket = new WebSocket(`ws://${real}/socket`, {
      headers: { origin, ...(host === null ? {} : { host }) },
    });
    return new Promise((resolve) => {
      socket.on('open', () => {
        for (const frame of frames) socket.send(frame);
        // If `frames` is empty, the first of these requests arrives in place of the sign-in frame. A server
        // that wrongly accepts it as a sign-in replies only to the second request.
        for (const id of [1, 2]) socket.send(JSON.stringify({ id, channel: 'app.info', input: by }));
      });
      socket.on('message', () => socket.terminate());
      socket.on('error', () => socket.terminate());
      socket.on('close', () => resolve());
    });
  }

  it('a socket without the secret, or with it from another origin, calls nothing', async () => {
    const { origin, host, port } = new URL(server.url);
    const token = tokenOf(server.url);
    const own = JSON.stringify({ session, token });
    const request = JSON.stringify({ id: 0, channel: 'app.info', input: BY });
    await attempt('own tab', origin, null, [own]);
    expect(calls).toContain('own tab');
    calls.length = 0;
    const others = [`http://127.0.0.1:${Number(port) + 1}`, 'http://127.0.0.1', `http://localhost:${port}`];
    const origins = [
      ...others,
      `https://${host}`,
      'null',
      '',
      'https://evil.example',
      `${origin}.evil.example`,
    ];
    const hosts = [`localhost:${port}`, '127.0.0.1', `127.0.0.1.evil.example:${port}`, `[::1]:${port}`];
    const attempts: (readonly [string, string | null, readonly string[]])[] = [
      ...origins.map((each) => [each, null, [own]] as const),
      ...hosts.map((each) => [`http://${each}`, each, [own]] as const),
      ...hosts.map((each) => [origin, each, [own]] as const),
      [origin, null, []],
      [origin, null, [request, own]],
      [origin, null, ['{}', own]],
      [origin, null, [JSON.stringify({ session: 'e'.repeat(64), token })]],
    ];
    const guesses = fc.sample(hostileProofs(token, session), { numRuns: SOCKETS - attempts.length, seed: 9 });
    attempts.push(...guesses.map((each) => [origin, null, [JSON.stringify(each)]] as const));
    for (let at = 0; at < attempts.length; at += 8)
      await Promise.all(
        attempts.slice(at, at + 8).map(([from, as, frames]) => attempt(BY, from, as, frames)),
      );
    const uses = calls.filter((by) => by === BY);
    reportFigure(`C8 ${number(attempts.length)} sockets of other programs and pages: ${uses.length} calls`);
    measure('C8', { tried: `${number(attempts.length)} sockets`, violations: `${uses.length} calls` });
    expect(uses).toEqual([]);
    // The tab is still signed in after all attempts.
    await attempt('own tab', origin, null, [JSON.stringify({ session })]);
    expect(calls).toContain('own tab');
  });

  it('accepts a token only once if two programs present it at the same time', async () => {
    const access = createLoopbackAccess(8_124, () => undefined);
    const token = tokenOf(access.address());
    const wins = await Promise.all(
      Array.from({ length: 50 }, (_, nth) =>
        Promise.resolve().then(() => access.accepts({ session: String(nth).padStart(64, '0'), token })),
      ),
    );
    access.close();
    expect(wins.filter(Boolean)).toHaveLength(1);
  });
});
