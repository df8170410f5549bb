import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempDir } from '../../support/common/temp-dir.ts';
import { measure, number, reportFigure } from '../support/figures.ts';
import { chainAt, chainReply } from './redirect-chains.ts';
import { hasKey, startRedirectWorld, type RedirectWorld } from './redirect-world.ts';
import { runSubject, type SubjectRun } from './run-subject.ts';
import type { SubjectDefect } from './subject-plan.ts';
import { IS_FULL } from '../../support/common/full-size.ts';
import { itAtFullSize } from '../../support/common/full-size-test.ts';

/*
 * Goal A2 of `npm run security`: when a service answers a request with a redirect, the client does not follow
 * it. It sends no second request to the service, and none to the redirect targets. There are two services:
 * one uses plain HTTP, the other TLS with a trusted certificate.
 */
const CHAINS = IS_FULL ? 5_000 : 60;
const DEFECT_CHAINS = 60;
const SEED = 20_260_515;

const folder = tempDir();
const authorityFile = join(folder.path, 'authority.pem');
let world: RedirectWorld;
beforeAll(async () => {
  world = await startRedirectWorld();
  world.answer(chainReply(SEED, world));
  writeFileSync(authorityFile, world.authority);
});
afterAll(async () => {
  await world.dispose();
  folder.remove();
});

const call = (count: number, defect: SubjectDefect): Promise<SubjectRun> =>
  runSubject(
    {
      seed: SEED,
      first: 0,
      count,
      lanes: 4,
      warmUpCalls: 0,
      targets: [...world.services],
      // Every request is answered immediately. The deadlines are long, so no call times out on a busy
      // machine.
      headTimeoutMs: 20_000,
      totalTimeoutMs: 30_000,
      defect,
    },
    { limitMs: 180_000 + count * 60, env: { NODE_EXTRA_CA_CERTS: authorityFile } },
  );
interface RequestCounts {
  readonly requested: number;
  /**
   * Requests that must not happen: requests to servers other than the services, and a second request for the
   * same call.
   */
  readonly unexpected: number;
  readonly withKey: number;
  /**
   * The number of calls for which `fetch` sent a second request after a 421, as the fetch standard requires.
   * They are counted separately, because a 421 is not a redirect.
   */
  readonly after421: number;
}

function countRequests(count: number): RequestCounts {
  const { atServices, elsewhere } = world.takeRequests();
  const times = new Map<number, number>();
  const stray = [...elsewhere];
  let after421 = 0;
  for (const request of atServices) {
    const { index, path } = request;
    const isCall = index >= 0 && index < count && !path.includes('/hop/');
    const before = times.get(index) ?? 0;
    if (isCall) times.set(index, before + 1);
    if (isCall && before === 0) continue;
    if (isCall && before === 1 && chainAt(SEED, index, world).first.startsWith('HTTP/1.1 421')) after421 += 1;
    else stray.push(request);
  }
  return { requested: times.size, unexpected: stray.length, withKey: stray.filter(hasKey).length, after421 };
}

describe('redirects', () => {
  it(
    `send the key to no other origin and cause no second request, in ${number(CHAINS)} chains`,
    async () => {
      const run = await call(CHAINS, 'none');
      const { requested, unexpected, withKey, after421 } = countRequests(CHAINS);
      const redirects = run.calls.filter(({ index }) => chainAt(SEED, index, world).isRedirect);
      const refusedAsRedirect = redirects.filter(
        ({ error, row }) =>
          error?.kind === 'network' && error.reason === 'redirect' && row?.state === 'released',
      );
      const downgrades = redirects.filter(({ index }) => {
        const [service, hop] = [
          world.services[index % world.services.length],
          chainAt(SEED, index, world).hops[0],
        ];
        return service?.startsWith('https:') === true && hop?.startsWith('http:') === true;
      });
      reportFigure(
        `A2 ${number(requested)} chains (${number(redirects.length)} redirects, ${number(downgrades.length)} of them from https to http; ${world.others.length} other origins): ` +
          `${withKey} further requests with the key, ${unexpected} in all; ${number(refusedAsRedirect.length)} of ${number(redirects.length)} redirects reported as redirects; ${after421} calls repeated by fetch after a 421`,
      );
      measure('A2', {
        tried: `${number(requested)} chains to ${world.others.length} other origins`,
        violations: `${withKey} further requests with the key, ${unexpected} in all`,
      });
      expect(run.exitProblem).toBeNull();
      expect(run.calls.filter(({ end, revealsKey }) => end === 'untyped' || revealsKey)).toEqual([]);
      expect({ requested, unexpected, withKey }).toEqual({ requested: CHAINS, unexpected: 0, withKey: 0 });
      const others = redirects.filter((each) => !refusedAsRedirect.includes(each));
      expect(others.map(({ index, error, row }) => [chainAt(SEED, index, world).kind, error, row])).toEqual(
        [],
      );
      expect(downgrades.length).toBeGreaterThan(CHAINS / 20);
    },
    240_000 + CHAINS * 60,
  );

  const defects: readonly SubjectDefect[] = ['follows', 'follows-by-hand', 'follows-refresh'];
  itAtFullSize('finds planted defects', async () => {
    const caught: SubjectDefect[] = [];
    for (const defect of defects) {
      await call(DEFECT_CHAINS, defect);
      const { withKey } = countRequests(DEFECT_CHAINS);
      if (withKey > 0) caught.push(defect);
    }
    reportFigure(`A2 defects caught ${caught.length}/${defects.length}`);
    measure('A2', { planted: { caught: caught.length, of: defects.length } });
    expect(caught).toEqual(defects);
  });
});
