import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import {
  FILE_PATH,
  INSTALLER,
  makeUpdateCertificates,
  MANIFEST_PATH,
  startUpdateWorld,
} from '../../security/updates/update-world.ts';
import { launchElectron, newElectronPlace, request, stageFolder } from './electron-app.ts';

/*
 * Tests updates over Chromium's network stack. The tested copy of the app contains the address of a local
 * server.
 */

/** Copies the built app, and sets the update address in the copy. */
function stageWithFeed(feed: object, parent: string): string {
  const stage = join(parent, 'stage');
  cpSync(stageFolder(), stage, { recursive: true });
  const file = join(stage, 'out', 'main', 'open-core.cjs');
  const code = readFileSync(file, 'utf8');
  const changed = code.replace('"feed": null', `"feed": ${JSON.stringify(feed)}`);
  expect(changed).not.toBe(code);
  writeFileSync(file, changed);
  return stage;
}

/** Checks for an update, verifies that faulty downloads fail, and opens the valid installer. */
export async function verifyUpdatesInElectron(): Promise<void> {
  const place = newElectronPlace();
  const parent = join(place.dataDir, '..');
  const world = await startUpdateWorld(await makeUpdateCertificates());
  const { source } = world.ports().updates;
  const { app, page } = await launchElectron(place, {
    stage: stageWithFeed(source?.feed ?? {}, parent),
    keyring: false,
  });
  const downloads = join(parent, 'downloads');
  mkdirSync(downloads);
  // Let every user write to this folder, because the launcher may run the app as another user.
  chmodSync(downloads, 0o777);
  await app.evaluate(({ app: electronApp, session, shell }, folder) => {
    electronApp.setPath('downloads', folder);
    // Trusts the certificate of the local server.
    const updates = session.fromPartition('roundwatch-updates', { cache: false });
    updates.setCertificateVerifyProc((_request, callback) => callback(0));
    shell.openPath = (path) => {
      Reflect.set(globalThis, 'openedUpdate', path);
      return Promise.resolve('');
    };
  }, downloads);
  const phaseAfter = async (channel: string): Promise<unknown> =>
    ((await request(page, channel, {})) as { value?: { phase?: unknown } }).value?.phase;

  world.publish(world.manifest({ files: [world.file({ arch: process.arch })] }));
  world.serve(FILE_PATH, { body: Buffer.from(INSTALLER).fill('X', 100, 107) });
  expect(world.takeRequests()).toEqual([]);
  expect(await phaseAfter('updates.check')).toMatchObject({ kind: 'available' });
  expect(world.takeRequests()).toEqual([MANIFEST_PATH]);
  expect(await phaseAfter('updates.download')).toMatchObject({ kind: 'failed', problem: 'checksum' });

  world.serve(FILE_PATH, { body: '', status: 302, headers: { location: `${world.plainOrigin}/other` } });
  expect(await phaseAfter('updates.download')).toMatchObject({ kind: 'failed', problem: 'redirect' });

  world.serve(FILE_PATH, { body: INSTALLER });
  expect(await phaseAfter('updates.download')).toMatchObject({ kind: 'ready' });
  expect(await phaseAfter('updates.openInstaller')).toMatchObject({ kind: 'ready' });
  const opened = await app.evaluate(() => String(Reflect.get(globalThis, 'openedUpdate')));
  expect(readFileSync(opened).equals(INSTALLER)).toBe(true);

  world.takeRequests();
  const other = await app.evaluate(
    ({ session }, url) =>
      session
        .fromPartition('roundwatch-updates', { cache: false })
        .fetch(url)
        .then(
          () => 'answered',
          (error: unknown) => String(error),
        ),
    `${world.plainOrigin}${FILE_PATH}`,
  );
  expect(other).toContain('ERR_BLOCKED_BY_CLIENT');
  expect(world.takeRequests()).toEqual([]);
  await app.close();
  await world.dispose();
  place.remove();
}
