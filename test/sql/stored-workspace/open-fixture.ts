import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { unpackFolder } from './fixture-files.ts';
import { openStoredWorld, type StoredWorld } from './stored-world.ts';
import type { WrittenFacts } from './write-data-folder.ts';

/* Opens the committed fixture, with the clock set to the time when the fixture was written. */

const FIXTURE = join(import.meta.dirname, 'workspace-b86d266');

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(FIXTURE, name), 'utf8'));

/** Returns the replies that the product gave when it wrote the fixture. */
export const expectedFacts = (): WrittenFacts => readJson('expected.json') as WrittenFacts;

/**
 * Opens a copy of the data folder without a network. The keychain and the simulated service are as they were
 * when the fixture was written.
 */
export async function openFixture(): Promise<StoredWorld> {
  const folder = tempDir();
  unpackFolder(join(FIXTURE, 'data'), folder.path);
  const keychain = createFakeKeychain();
  for (const [account, secret] of Object.entries(readJson('keychain.json') as Record<string, string>))
    await keychain.set(account, secret);
  const { nowMs } = expectedFacts();
  const world = await openStoredWorld({
    dataDir: folder.path,
    keychain,
    nowMs,
    service: readJson('service.json'),
  });
  world.network.requestsLeft = 0;
  return {
    ...world,
    dispose: async () => {
      await world.dispose();
      folder.remove();
    },
  };
}
