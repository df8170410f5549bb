import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tempDir } from '../../support/common/temp-dir.ts';
import { packFolder } from './fixture-files.ts';
import { writeDataFolder } from './write-data-folder.ts';

/*
 * Writes a fixture for the current version, as README.md describes. Run as `write-workspace.ts FOLDER` with
 * Node 24 from the root of the repository. Never run it on the folder of an earlier version.
 */

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: write-workspace.ts FOLDER');
const fixture = resolve(folder);
mkdirSync(fixture, { recursive: true });

const written = tempDir();
const scratch = tempDir();
const { keychain, service, ...expected } = await writeDataFolder(written.path, scratch.path);
packFolder(written.path, join(fixture, 'data'));

const save = (name: string, value: unknown): void =>
  writeFileSync(join(fixture, name), `${JSON.stringify(value, null, 1)}\n`);
save('keychain.json', Object.fromEntries([...keychain].sort()));
save('service.json', service);
save('expected.json', expected);
for (const { remove } of [written, scratch]) remove();
