import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempDir } from '../../support/common/temp-dir.ts';
import { measure, number, tell } from '../support/figures.ts';
import { chainAt, chainReply } from './redirect-chains.ts';
import { bearsKey, startRedirectWorld, type RedirectWorld } from './redirect-world.ts';
import { runSubject, type SubjectRun } from './run-subject.ts';
import type { SubjectDefect } from './subject-plan.ts';
import { IS_FULL } from '../../support/common/full-size.ts';

/**
 * A2: wherever a service redirects, only that service is called, and only once. Services are called over HTTP
 * and over trusted TLS. `ROUNDWATCH_FULL=1` for 5,000 chains.
 */
const CHAINS = IS_FULL ? 5_000 : 200;
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
      headTimeoutMs: 2_000,
      totalTimeoutMs: 3_000,
      defect,
    },
    { limitMs: 30_000 + count * 60, env: { NODE_EXTRA_CA_CERTS: authorityFile } },
  );
interface Strays {
  readonly asked: number;
  /** Requests elsewhere, or repeated at a service. */
  readonly more: number;
  readonly withKey: number;
  /**
   * The fetch standard repeats a call answered with 421 once at the same address, and this cannot be
   * disabled.
   */
  readonly after421: number;
}

function strays(count: number): Strays {
  const { atServices, elsewhere } = world.look();
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
  return { asked: times.size, more: stray.length, withKey: stray.filter(bearsKey).length, after421 };
}

describe('redirects', () => {
  it(
    `${number(CHAINS)} chains: the key reaches nobody else, and no second request is made`,
    async () => {
      const run = await call(CHAINS, 'none');
      const { asked, more, withKey, after421 } = strays(CHAINS);
      const redirects = run.calls.filter(({ index }) => chainAt(SEED, index, world).isRedirect);
      const named = redirects.filter(
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
      tell(
        `A2 ${number(asked)} chains (${number(redirects.length)} redirects, ${number(downgrades.length)} of them from https to http; ${world.others.length} other origins): ` +
          `${withKey} requests elsewhere or again with the key, ${more} at all; ${number(named.length)} of ${number(redirects.length)} redirects refused as such; ${after421} calls made once more at their own address after a 421, as fetch does`,
      );
      measure('A2', {
        tried: `${number(asked)} chains to ${world.others.length} other origins`,
        wrong: `${withKey} with the key, ${more} requests at all`,
      });
      expect(run.death).toBeNull();
      expect(run.calls.filter(({ end, tellsKey }) => end === 'untyped' || tellsKey)).toEqual([]);
      expect({ asked, more, withKey }).toEqual({ asked: CHAINS, more: 0, withKey: 0 });
      const others = redirects.filter((each) => !named.includes(each));
      expect(others.map(({ index, error, row }) => [chainAt(SEED, index, world).kind, error, row])).toEqual(
        [],
      );
      expect(downgrades.length).toBeGreaterThan(CHAINS / 20);
    },
    60_000 + CHAINS * 60,
  );

  const defects: readonly SubjectDefect[] = ['follows', 'follows-by-hand', 'follows-refresh'];
  it('planted defects are found', async () => {
    const caught: SubjectDefect[] = [];
    for (const defect of defects) {
      await call(DEFECT_CHAINS, defect);
      const { withKey } = strays(DEFECT_CHAINS);
      if (withKey > 0) caught.push(defect);
    }
    tell(`A2 defects caught ${caught.length}/${defects.length}`);
    measure('A2', { planted: { caught: caught.length, of: defects.length } });
    expect(caught).toEqual(defects);
  }, 120_000);
});
