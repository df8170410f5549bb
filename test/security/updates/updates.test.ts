import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { measure, reportFigure } from '../support/figures.ts';
import { updateAttacks, type UpdateAttack } from './update-attacks.ts';
import {
  FILE_PATH,
  INSTALLER,
  makeUpdateCertificates,
  MANIFEST_PATH,
  startUpdateWorld,
  type StartedUpdates,
  type UpdateWorld,
} from './update-world.ts';

/* Tests goal C9 of `npm run security`: updates from a real HTTPS server, and attacks on these updates. */

let certificates: Awaited<ReturnType<typeof makeUpdateCertificates>>;
let world: UpdateWorld;
beforeAll(async () => {
  certificates = await makeUpdateCertificates();
});
beforeEach(async () => {
  world = await startUpdateWorld(certificates);
});
afterEach(() => world.dispose());

const checkAndDownload = async ({ updates }: StartedUpdates): Promise<void> => {
  await updates.check();
  await updates.download();
  await updates.openInstaller();
};

/** Runs an attack. Returns the update's final state, and the files that were requested, opened and stored. */
async function attack({ prepare, first }: UpdateAttack) {
  world.publish(world.manifest());
  let settings: StartedUpdates['settings'] | undefined;
  if (first !== undefined) {
    first(world);
    const before = world.start();
    await before.updates.check();
    expect(before.updates.status().phase.kind).toBe('available');
    settings = before.settings;
    world.takeRequests();
  }
  const started = world.start({ ...(settings && { settings }), ...prepare(world) });
  await checkAndDownload(started);
  const { phase } = started.updates.status();
  const requested = world.takeRequests();
  return {
    problem: phase.kind === 'failed' ? phase.problem : phase.kind,
    requestedFile: requested.includes(FILE_PATH),
    opened: started.opened,
    stored: world.downloads(),
  };
}

describe('an attack on updates', () => {
  it.each(updateAttacks)('is refused: $name', async (each) => {
    const { problem, requestedFile, opened, stored } = await attack(each);
    expect({ problem, opened, stored }).toEqual({ problem: each.problem, opened: [], stored: [] });
    expect(requestedFile).toBe(!each.isBeforeFile);
  });

  it('sends nothing to a feed over plain HTTP', async () => {
    const { updates } = world.start({ feed: { url: `${world.plainOrigin}${MANIFEST_PATH}` } });
    world.publish(world.manifest());
    await updates.check();
    expect(world.takeRequests()).toEqual([]);
  });

  it('is counted for figure C9', async () => {
    const attacks = updateAttacks.filter(({ isCounted }) => isCounted);
    let refused = 0;
    for (const each of attacks) {
      await world.dispose();
      world = await startUpdateWorld(certificates);
      const { problem, opened, stored } = await attack(each);
      if (problem === each.problem && opened.length === 0 && stored.length === 0) refused += 1;
    }
    reportFigure(`C9 update attacks: ${refused} of ${attacks.length} refused`);
    measure('C9', {
      tried: `${attacks.length} update attacks`,
      violations: `${attacks.length - refused} accepted`,
    });
    expect(attacks).toHaveLength(7);
    expect(refused).toBe(7);
  });
});

describe('a valid update', () => {
  it('is downloaded, verified and handed to the installer', async () => {
    const started = world.start();
    world.publish(world.manifest());
    await started.updates.check();
    expect(world.takeRequests()).toEqual([MANIFEST_PATH]);
    expect(world.downloads()).toEqual([]);
    await started.updates.download();
    expect(world.takeRequests()).toEqual([FILE_PATH]);
    const file = 'Roundwatch-1.3.0-x64.deb';
    expect(started.updates.status().phase).toMatchObject({ kind: 'ready', file });
    const path = join(world.folder, file);
    expect(readFileSync(path).equals(INSTALLER)).toBe(true);
    expect(statSync(path).mode & 0o111).toBe(0);
    expect(started.opened).toEqual([]);
    await started.updates.openInstaller();
    expect(started.opened).toEqual([path]);
  });

  it('is not opened after the file was changed on disk', async () => {
    const started = world.start();
    world.publish(world.manifest());
    await started.updates.check();
    await started.updates.download();
    writeFileSync(join(world.folder, 'Roundwatch-1.3.0-x64.deb'), 'something else');
    await started.updates.openInstaller();
    expect(started.opened).toEqual([]);
    expect(started.updates.status().phase).toMatchObject({ kind: 'failed', problem: 'changed' });
  });

  it('replaces no file of the user', async () => {
    const own = join(world.folder, 'Roundwatch-1.3.0-x64.deb');
    writeFileSync(own, 'own');
    const started = world.start();
    world.publish(world.manifest());
    await checkAndDownload(started);
    expect(readFileSync(own, 'utf8')).toBe('own');
    expect(started.opened).toEqual([join(world.folder, 'Roundwatch-1.3.0-x64 (2).deb')]);
  });

  it('is still offered after the same manifest was seen before, also after a restart', async () => {
    world.publish(world.manifest());
    const first = world.start();
    await first.updates.check();
    const second = world.start({ settings: first.settings });
    await second.updates.check();
    expect(second.updates.status().phase.kind).toBe('available');
  });

  it('is not offered again once it is installed', async () => {
    world.publish(world.manifest());
    const { updates } = world.start({ version: '1.3.0' });
    await updates.check();
    expect(updates.status().phase).toEqual({ kind: 'current' });
  });
});

describe('network silence', () => {
  const DAY_MS = 86_400_000;

  it('sends no request until the user checks or allows a schedule', async () => {
    world.publish(world.manifest());
    world.start();
    await world.clock.advance(3 * DAY_MS);
    expect(world.takeRequests()).toEqual([]);
  });

  it('checks once a day if the user allowed it, and downloads nothing', async () => {
    world.publish(world.manifest({ version: '1.2.0' }));
    const { updates, found } = world.start();
    updates.setScheduled(true);
    for (const _hour of Array.from({ length: 49 })) {
      await world.clock.advance(3_600_000);
      await expect.poll(() => updates.status().phase.kind).not.toBe('checking');
    }
    expect(world.takeRequests()).toEqual([MANIFEST_PATH, MANIFEST_PATH, MANIFEST_PATH]);
    expect(found).toEqual([]);
    updates.setScheduled(false);
    await world.clock.advance(3 * DAY_MS);
    expect(world.takeRequests()).toEqual([]);
  });

  it('reports an update that a scheduled check found', async () => {
    world.publish(world.manifest());
    const { updates, found } = world.start();
    updates.setScheduled(true);
    await world.clock.advance(60_000);
    await expect.poll(() => found.map(({ version }) => version)).toEqual(['1.3.0']);
    expect(world.takeRequests()).toEqual([MANIFEST_PATH]);
  });

  it('sends no request without an address for updates', async () => {
    const { updates } = world.start({ feed: null });
    updates.setScheduled(true);
    await updates.check();
    await world.clock.advance(3 * DAY_MS);
    expect(world.takeRequests()).toEqual([]);
    expect(updates.status()).toMatchObject({ support: 'no-feed', scheduled: false });
  });
});

describe('release notes', () => {
  it('are passed on as text, whatever they contain', async () => {
    const notes = '<img src=x onerror=alert(1)>\u202etxt.exe\n[link](javascript:alert(1))';
    world.publish(world.manifest({ notes }));
    const { updates } = world.start();
    await updates.check();
    expect(updates.status().phase).toMatchObject({ kind: 'available', update: { notes } });
  });
});
