import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, Platform, type Configuration } from 'electron-builder';
import { makeCodeCache } from './code-cache.mjs';
import { buildDeb } from './deb.ts';
import { PRODUCT } from '../../shared/product.ts';
import { releaseObstacles } from './release-check.ts';
import { missingCredentials } from './signing.ts';
import { partsOf, systemOf } from './executable.ts';
import { readFuses } from './read-fuses.ts';
import { APP_MAX_BYTES, totalBytes, partSizes } from './package-size.ts';

const { values } = parseArgs({
  options: {
    dir: { type: 'boolean', default: false },
    verify: { type: 'boolean', default: false },
    unsigned: { type: 'boolean', default: false },
    release: { type: 'boolean', default: false },
    output: { type: 'string', default: 'dist' },
  },
});

/** Folders that may contain Electron's runtime. */
const RUNTIMES = [process.env['ELECTRON_OVERRIDE_DIST_PATH'], join('node_modules', 'electron', 'dist')];

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(2)} MB`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface PackageOptions {
  /** Whether to build only the unpacked folder, without installers. */
  readonly dir: boolean;
  readonly output: string;
  readonly electronDist: string;
}

/** Packages the built app for this operating system, as configured in `electron-builder.yml`. */
async function makePackage({ dir, output, electronDist }: PackageOptions): Promise<void> {
  const electronConfig: Configuration = { electronDist, electronVersion: versionIn(electronDist) };
  const unsigned: Configuration = { mac: { identity: null, notarize: false } };
  const signing: Configuration = values.unsigned ? unsigned : { forceCodeSigning: !dir };
  await build({
    targets: Platform.current().createTarget(dir ? 'dir' : undefined),
    publish: 'never',
    config: {
      extends: 'electron-builder.yml',
      directories: { output },
      // The installers show these addresses.
      extraMetadata: {
        homepage: PRODUCT.homepage,
        author: { name: 'Roundwatch contributors', email: PRODUCT.contact },
      },
      ...electronConfig,
      ...signing,
    },
  });
}

/** Reads the version of a runtime from the file next to its executable. */
function versionIn(electronDist: string): string {
  return readFileSync(join(electronDist, 'version'), 'utf8').trim().replace(/^v/, '');
}

/** Returns electron-builder's output folder, such as `linux-unpacked`, `mac-arm64` or `win-unpacked`. */
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

async function makeDeb(folder: string): Promise<string> {
  const deb = await buildDeb({ folder, output: values.output, version: appVersion(), arch: process.arch });
  print(`${deb}${' '.repeat(4)}${megabytes(statSync(deb).size)}`);
  return deb;
}

function appVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
  return String(Reflect.get(Object(manifest), 'version'));
}

/** @throws Error if a setting of a release is missing */
function requireReleaseSettings(): void {
  if (values.dir || values.unsigned) throw new Error('--release builds signed installers only');
  const obstacles = releaseObstacles(PRODUCT, process.env);
  if (obstacles.length > 0) throw new Error(`this is not a release yet:\n  ${obstacles.join('\n  ')}`);
}

async function main(): Promise<number> {
  if (values.release) requireReleaseSettings();
  const electronDist = RUNTIMES.find((each) => each !== undefined && existsSync(join(each, 'version')));
  // Without this check, electron-builder would download a runtime and verify it only with checksums from the
  // same server.
  if (electronDist === undefined) throw new Error("Electron's runtime is not installed");
  const credentials = values.dir || values.unsigned ? [] : missingCredentials(process.platform, process.env);
  if (credentials.length > 0)
    throw new Error(`set ${credentials.join(', ')} to sign the installers, or pass --unsigned`);
  const missing = await makeCodeCache();
  if (missing !== null) print(`no code cache, so the app starts more slowly: ${missing}`);
  await makePackage({ dir: values.dir || values.verify, output: values.output, electronDist });
  const folder = folderIn(values.output);
  const { executable, resources } = partsOf(folder, systemOf(process.platform));
  print(`\n${folder}`);
  for (const [name, isOn] of Object.entries(await readFuses(executable)))
    print(`  ${name.padEnd(40)} ${isOn === null ? 'neither on nor off' : isOn ? 'on' : 'off'}`);
  const parts = partSizes(resources);
  for (const { name, bytes } of parts) print(`  ${name.padEnd(40)} ${megabytes(bytes).padStart(10)}`);
  const deb = !values.dir && process.platform === 'linux' ? await makeDeb(folder) : null;
  const bytes = totalBytes(parts);
  const isLight = bytes <= APP_MAX_BYTES;
  print(
    `package: the app without Electron ${megabytes(bytes)} of ${megabytes(APP_MAX_BYTES)}${isLight ? '' : ', TOO MUCH'}`,
  );
  if (!isLight || !values.verify) return isLight ? 0 : 1;
  if (deb === null)
    throw new Error('only the Debian package can be verified, and only on Linux without --dir');
  const { verifyPackage } = await import('./verify/verify.ts');
  const { output } = values;
  const isGood = await verifyPackage({
    folder,
    deb,
    output,
    version: appVersion(),
    runtime: versionIn(electronDist),
  });
  return isGood ? 0 : 1;
}

process.exitCode = await main();
