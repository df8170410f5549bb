import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packageFolder, packagesInApp } from '../../../scripts/packaging/bundled-packages.ts';
import { licenceOf, packageLicences } from '../../../scripts/packaging/help-content.ts';
import { billOfMaterials, type Bom } from '../../../scripts/packaging/sbom.ts';

/* Compares the licences and the bill of materials with the packages that are actually in the build. */

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const keyOf = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `${name} - ${version}`;
const packages = packagesInApp(ROOT).map((folder) => licenceOf(join(ROOT, folder)));

/** Returns the packages whose licence is missing from all of the given files. */
function unlicensedIn(files: readonly string[]): readonly string[] {
  const shipped = files.join('\n');
  return packages
    .map(keyOf)
    .filter((key) => !shipped.includes(`\n## ${key} (`) && !shipped.includes(`\n## ${key}\n`));
}

describe('licences', () => {
  const files = ['main/licences.md', 'renderer/licences.md', 'main/licences-others.md'];
  const texts = files.map((file) => read(`out/${file}`));

  it('of every package in the build are in the shipped files', () => {
    expect(packages.length).toBeGreaterThan(50);
    expect(unlicensedIn(texts)).toEqual([]);
    for (const without of texts.keys())
      expect(unlicensedIn(texts.filter((_text, at) => at !== without)), files[without]).not.toEqual([]);
  });

  it('of every package in the build are in About', () => {
    const listed = new Set(packageLicences(ROOT).map(keyOf));
    expect(packages.map(keyOf).filter((key) => !listed.has(key))).toEqual([]);
  });

  it('name a licence for every package, and contain its text', () => {
    const silent = packages.filter(({ licence, text }) => licence === '' && text === '');
    expect(silent.map(keyOf)).toEqual([]);
  });

  it('are packaged, and with them those of Electron and Chromium', () => {
    const builder = read('electron-builder.yml');
    for (const file of files) expect(builder).toContain(`from: out/${file}`);
  });
});

describe('the package that a file belongs to', () => {
  it.each([
    ['/work/app/node_modules/zod/index.js', 'node_modules/zod'],
    ['/work/app/node_modules/@lezer/css/dist/index.js?x', 'node_modules/@lezer/css'],
    ['node_modules/a/node_modules/@b/c/d.js', 'node_modules/a/node_modules/@b/c'],
    ['C:\\app\\node_modules\\zod\\index.js', 'node_modules/zod'],
    ['\0/app/node_modules/zod/index.js?commonjs', 'node_modules/zod'],
    ['/work/app/renderer/main.ts', null],
    ['\0vite/preload-helper.js', null],
  ])('%s', (file, folder) => expect(packageFolder(file)).toBe(folder));
});

describe('the bill of materials', () => {
  /** The CycloneDX 1.5 schema, limited to the fields that npm writes. */
  const cycloneDx = z.object({
    $schema: z.literal('http://cyclonedx.org/schema/bom-1.5.schema.json'),
    bomFormat: z.literal('CycloneDX'),
    specVersion: z.literal('1.5'),
    serialNumber: z.string().regex(/^urn:uuid:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/),
    version: z.int().min(1),
    metadata: z.object({
      timestamp: z.iso.datetime(),
      component: z.object({ type: z.literal('application'), name: z.literal('roundwatch') }),
    }),
    components: z.array(
      z.object({
        'bom-ref': z.string().min(1),
        type: z.literal('library'),
        name: z.string().min(1),
        version: z.string().min(1),
        scope: z.literal('required'),
        purl: z.string().regex(/^pkg:npm\/(?:%40[^/]+\/)?[^/@]+@[^/]+$/),
        hashes: z.tuple([
          z.object({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) }),
        ]),
      }),
    ),
    dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
  });
  let bom: Bom;
  beforeAll(() => {
    bom = billOfMaterials(ROOT);
  });

  it('is valid CycloneDX', () => {
    expect(cycloneDx.safeParse(bom).error?.issues ?? []).toEqual([]);
  });

  it('lists exactly the packages in the build, each once', () => {
    const listed = bom.components.map((each) => each['bom-ref']).sort();
    expect(listed).toEqual([...new Set(packages.map(({ name, version }) => `${name}@${version}`))].sort());
    for (const name of ['electron', 'better-sqlite3', 'keytar', 'svelte', 'zod'])
      expect(
        listed.some((ref) => ref.startsWith(`${name}@`)),
        name,
      ).toBe(true);
    expect(listed.some((ref) => /^(?:vitest|vite|eslint)@/.test(ref))).toBe(false);
  });

  it('refers only to components that it lists, and from the app to all of them', () => {
    const refs = bom.components.map((each) => each['bom-ref']);
    const unknown = bom.dependencies
      .flatMap(({ dependsOn }) => dependsOn)
      .filter((ref) => !refs.includes(ref));
    expect(unknown).toEqual([]);
    expect(bom.dependencies[0]?.dependsOn.length).toBe(refs.length);
  });
});
