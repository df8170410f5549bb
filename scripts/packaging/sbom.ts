import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { packagesInApp } from './bundled-packages.ts';

/*
 * `node scripts/packaging/sbom.ts FILE` writes the software bill of materials of the built app, in the
 * CycloneDX format. npm lists every package in the lockfile. The lists that the build writes show which of
 * these packages are in the app.
 */

const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
});
const dependencySchema = z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) });
const bomSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(dependencySchema),
});
export type Bom = z.infer<typeof bomSchema>;

const manifestSchema = z.object({ name: z.string(), version: z.string() });

/** Returns the names that npm gives the packages in these folders, such as `zod@4.6.7`. */
function refsOf(root: string, folders: readonly string[]): ReadonlySet<string> {
  const refs = folders.map((folder) => {
    const manifest: unknown = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const { name, version } = manifestSchema.parse(manifest);
    return `${name}@${version}`;
  });
  return new Set(refs);
}

/**
 * Returns the bill of materials of the built app.
 *
 * @throws if the app is not built, or if npm does not list one of its packages
 */
export function billOfMaterials(root: string): Bom {
  // `--legacy-peer-deps` is needed, because npm otherwise reports an error for the peer dependency of a
  // development tool.
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const text = execFileSync('npm', [...args, '--legacy-peer-deps'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
    // On Windows, npm is a script that must be run by the shell.
    shell: process.platform === 'win32',
  });
  const bom = bomSchema.parse(JSON.parse(text));
  const refs = refsOf(root, packagesInApp(root));
  const components = bom.components.filter((each) => refs.has(each['bom-ref']));
  const missing = [...refs].filter((ref) => !components.some((each) => each['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`npm does not list ${missing.join(', ')}`);
  const app = { ...bom.metadata.component, name: 'roundwatch' };
  return {
    ...bom,
    metadata: { ...bom.metadata, component: app },
    // npm marks most of the app's packages as development packages, because they are `devDependencies`. The
    // build bundles them, so they are part of the app.
    components: components.map((each) => ({
      ...each,
      scope: 'required',
      properties: each.properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
    })),
    dependencies: [
      { ref: app['bom-ref'], dependsOn: [...refs].sort() },
      ...bom.dependencies
        .filter(({ ref }) => refs.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
    ],
  };
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file] = positionals;
  if (file === undefined) throw new Error('usage: node scripts/packaging/sbom.ts FILE');
  const bom = billOfMaterials(join(import.meta.dirname, '..', '..'));
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
  process.stdout.write(`${file}: ${bom.components.length} components\n`);
}
