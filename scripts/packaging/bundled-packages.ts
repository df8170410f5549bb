import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { z } from 'zod';
import { licenceOf } from './help-content.ts';

/*
 * The packages whose files are in the build. Each part of the build lists its own packages, because only the
 * bundler knows which modules are left after it has removed unused code. The software bill of materials
 * (`sbom.ts`) and the licence test read these lists.
 */

const PARTS = ['main', 'preload', 'renderer'] as const;
const LIST = 'packages.json';

/** Packages that are part of the app although no bundle contains their modules. */
const NOT_BUNDLED = [
  // Electron's runtime and the native modules are separate files in the package, not part of a bundle.
  'node_modules/electron',
  'node_modules/better-sqlite3',
  'node_modules/keytar',
  // Tailwind's plugin loads the package's style sheet outside the bundler, so no bundle lists the package.
  'node_modules/tailwindcss',
];
/**
 * Packages that have no modules in any bundle, so the bundler does not write their licences to `licences.md`.
 */
const WITHOUT_MODULES = [...NOT_BUNDLED, 'node_modules/@fontsource-variable/inter'];

/** Returns the folder of the package to which a module or an asset belongs, relative to the repository. */
export function packageFolder(file: string): string | null {
  const found = /^(?:\0|.*?\/)??(node_modules\/(?:.+\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(
    file.replaceAll('\\', '/'),
  );
  return found?.[1] ?? null;
}

/** Returns the files of packages in a bundle: modules that contributed code, and assets such as fonts. */
const filesIn = (bundle: Rollup.OutputBundle): readonly string[] =>
  Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? each.moduleIds : each.originalFileNames));

/** Writes the folders of all packages in the build to `packages.json`. */
export function listBundledPackages(): Plugin {
  return {
    name: 'bundled-packages',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const folders = new Set(
          filesIn(bundle)
            .map(packageFolder)
            .filter((folder) => folder !== null),
        );
        this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify([...folders].sort()) });
      },
    },
  };
}

/**
 * Writes a file that is shipped with the app. The file contains the licences of all packages that have no
 * modules in any bundle.
 */
export function licencesWithoutModules(root: string): Plugin {
  return {
    name: 'licences-without-modules',
    generateBundle() {
      const installed = WITHOUT_MODULES.filter((folder) => existsSync(join(root, folder)));
      const texts = installed.map((folder) => {
        const { name, version, licence, text } = licenceOf(join(root, folder));
        return `## ${name} - ${version} (${licence})\n\n${text}\n`;
      });
      const about = "The licences of Chromium's parts are in the file LICENSES.chromium.html.";
      const source = ['# Licences', `${about}\n`, ...texts].join('\n');
      this.emitFile({ type: 'asset', fileName: 'licences-others.md', source });
    },
  };
}

/**
 * Returns the folders of all packages that are part of the app, relative to the repository.
 *
 * @throws if the app is not built
 */
export function packagesInApp(root: string): readonly string[] {
  const bundled = PARTS.flatMap((part) =>
    z.array(z.string()).parse(JSON.parse(readFileSync(join(root, 'out', part, LIST), 'utf8'))),
  );
  const others = NOT_BUNDLED.filter((folder) => existsSync(join(root, folder)));
  return [...new Set([...bundled, ...others])].sort();
}
