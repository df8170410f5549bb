import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { partsOf, systemOf } from './executable.ts';
import { makePackage } from './make-package.ts';
import { readFuses } from './read-fuses.ts';
import { APP_MAX_BYTES, totalBytes, weigh } from './weigh.ts';

const { values } = parseArgs({
  options: { dir: { type: 'boolean', default: false }, output: { type: 'string', default: 'dist' } },
});

/** Folders that may contain a runtime; without one electron-builder fetches it. */
const RUNTIMES = [process.env['ELECTRON_OVERRIDE_DIST_PATH'], join('node_modules', 'electron', 'dist')];

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(2)} MB`;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** electron-builder's output folder on this system: `linux-unpacked`, `mac-arm64`, `win-unpacked`. */
function folderIn(output: string): string {
  const found = readdirSync(output).find((name) => {
    const folder = join(output, name);
    return (
      /^(linux|mac|win)/.test(name) && existsSync(partsOf(folder, systemOf(process.platform)).executable)
    );
  });
  if (found === undefined) throw new Error(`there is no packaged folder in ${output}`);
  return join(output, found);
}

async function main(): Promise<number> {
  const electronDist =
    RUNTIMES.find((each) => each !== undefined && existsSync(join(each, 'version'))) ?? null;
  await makePackage({ dir: values.dir, output: values.output, electronDist });
  const folder = folderIn(values.output);
  const { executable, resources } = partsOf(folder, systemOf(process.platform));
  say(`\n${folder}`);
  for (const [name, isOn] of Object.entries(await readFuses(executable)))
    say(`  ${name.padEnd(40)} ${isOn === null ? 'neither on nor off' : isOn ? 'on' : 'off'}`);
  const parts = weigh(resources);
  for (const { name, bytes } of parts) say(`  ${name.padEnd(40)} ${megabytes(bytes).padStart(10)}`);
  const bytes = totalBytes(parts);
  const isLight = bytes <= APP_MAX_BYTES;
  say(
    `package: the app without Electron ${megabytes(bytes)} of ${megabytes(APP_MAX_BYTES)}${isLight ? '' : ', TOO MUCH'}`,
  );
  return isLight ? 0 : 1;
}

process.exitCode = await main();
