import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodePackage } from '../../../scripts/common/environment.mjs';

/** A script that creates a file in the project's folder `marks`, as proof that the script has run. */
const MARK = `
const { mkdirSync, writeFileSync } = require('node:fs');
const folder = process.env.INIT_CWD + '/marks';
mkdirSync(folder, { recursive: true });
writeFileSync(folder + '/' + process.env.npm_package_name + ' ' + process.env.npm_lifecycle_event, '');
`;
const SCRIPTS = Object.fromEntries(
  ['preinstall', 'install', 'postinstall'].map((event) => [event, 'node mark.cjs']),
);
/** A replacement for node-gyp that prints its arguments. */
const FAKE_NODE_GYP = `
const settings = Object.keys(process.env).filter((name) => /^npm_(config|package)_/i.test(name));
console.log(JSON.stringify({ cwd: process.cwd(), args: process.argv.slice(2), settings }));
`;

interface SmallPackage {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}
const PACKAGES: Readonly<Record<string, SmallPackage>> = {
  keytar: { scripts: SCRIPTS, files: { 'mark.cjs': MARK } },
  tool: { scripts: SCRIPTS, files: { 'mark.cjs': MARK } },
  'node-gyp': { files: { 'bin/node-gyp.js': FAKE_NODE_GYP } },
  ...(nodePackage === undefined ? {} : { [nodePackage]: { files: { 'include/node/common.gypi': '{}' } } }),
};

const tarball = (folder: string, name: string): string => join(folder, `${name}.tgz`);

/** Writes a package's tarball into the project's folder. */
function pack(folder: string, name: string, { scripts = {}, files }: SmallPackage): void {
  const contents = { 'package.json': JSON.stringify({ name, version: '1.0.0', scripts }), ...files };
  for (const [file, text] of Object.entries(contents)) {
    const path = join(folder, 'packing', 'package', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  execFileSync('tar', ['-czf', tarball(folder, name), '-C', join(folder, 'packing'), 'package']);
  rmSync(join(folder, 'packing'), { recursive: true });
}

const integrityOf = (file: string): string =>
  `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;

/**
 * Creates a project that npm can install without a network, because the lockfile refers to packages in local
 * files. The install scripts of the project and of its packages `keytar` and `tool` write files to the folder
 * `marks`.
 *
 * @param npmrc - the project's npm settings
 */
export function createSmallProject(folder: string, npmrc = ''): void {
  const names = Object.keys(PACKAGES);
  for (const [name, each] of Object.entries(PACKAGES)) pack(folder, name, each);
  const project = {
    name: 'small-project',
    version: '1.0.0',
    dependencies: Object.fromEntries(names.map((name) => [name, `file:${name}.tgz`])),
  };
  const locked = names.map((name) => [
    `node_modules/${name}`,
    {
      version: '1.0.0',
      resolved: `file:${name}.tgz`,
      integrity: integrityOf(tarball(folder, name)),
      hasInstallScript: PACKAGES[name]?.scripts !== undefined,
    },
  ]);
  const files = {
    'package.json': JSON.stringify({ ...project, scripts: SCRIPTS }),
    'package-lock.json': JSON.stringify({
      ...project,
      lockfileVersion: 3,
      packages: { '': project, ...Object.fromEntries(locked) },
    }),
    'mark.cjs': MARK,
    '.npmrc': npmrc,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
}

/** Replaces a package with one that has different content, without changing the lockfile. */
export const replacePackage = (folder: string, name: string): void =>
  pack(folder, name, { scripts: SCRIPTS, files: { 'mark.cjs': MARK, 'other.cjs': '' } });

/** Returns the scripts that have run, such as `keytar install`, in alphabetical order. */
export function marksIn(folder: string): string[] {
  const marks = join(folder, 'marks');
  return existsSync(marks) ? readdirSync(marks).toSorted() : [];
}
