import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'electron-vite';
import type { PreprocessorGroup } from 'svelte/compiler';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { z } from 'zod';
import { licencesWithoutModules, listBundledPackages } from './scripts/packaging/bundled-packages.ts';
import { helpContent } from './scripts/packaging/help-content.ts';
import { makeSchemasLazy } from './scripts/packaging/lazy-schemas.ts';
import { updateSettingsOf } from './scripts/packaging/update-feed.ts';

/**
 * Replaces the source of each Lucide icon with static SVG at build time. Lucide's own component builds the
 * SVG from data whenever an icon is rendered, which is slow if a screen has a hundred icons.
 * `ui/controls/Icon.svelte` sets the size and the stroke width.
 */
const drawnIcons: PreprocessorGroup = {
  name: 'drawn-icons',
  markup: ({ content, filename = '' }) => {
    if (!/\/@lucide\/svelte\/dist\/icons\/[\w-]+\.svelte$/.test(filename)) return;
    const data = /const iconData = (\{.+\});/.exec(content)?.[1];
    if (data === undefined) throw new Error(`${filename} is not an icon as Lucide wrote them`);
    const { size, node } = iconData.parse(JSON.parse(data));
    const parts = node.map(
      ([tag, of]) =>
        `<${tag} ${Object.entries(of)
          .map(([name, value]) => `${name}="${value}"`)
          .join(' ')} />`,
    );
    return {
      code: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${parts.join('')}</svg>`,
    };
  },
};
const iconData = z.object({
  size: z.number(),
  node: z.array(z.tuple([z.string(), z.record(z.string(), z.union([z.string(), z.number()]))])),
});

/**
 * The first screen of a workspace. Its code is preloaded; otherwise, the page would request it only after the
 * code of the frame has loaded.
 */
const FIRST_SCREEN = /\/renderer\/features\/today\/Today\.svelte$/;
const FIRST_VIEW = 'first-view';
/** The font of most text in the first view. */
const FIRST_FONT = /\/inter-latin-wght-normal-[^/]+\.woff2$/;
const FIRST_RUN = ['features/onboarding/FirstRun', 'features/onboarding/MarketStep'];

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}
const viewFile = (name: string): string => resolve(`renderer/${name}.svelte`);

/**
 * Returns the ids of a component and of all modules that it statically imports, directly or indirectly.
 * @throws Error if the component was moved or renamed
 */
function reachedFrom(name: string, graph: Graph): ReadonlySet<string> {
  const file = viewFile(name);
  if (graph.getModuleInfo(file) === null) throw new Error(`${name}.svelte is not in the build`);
  const reached = new Set([file]);
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}

/**
 * Returns a function that assigns the modules of the first view to two chunks. One chunk contains the modules
 * that the onboarding also needs, and the other contains the rest.
 */
function createFirstViewParts(): (id: string, graph: Graph) => string | null {
  const kept = new Map<string, ReadonlySet<string>>();
  const needs = (name: string, id: string, graph: Graph): boolean => {
    const reached = kept.get(name) ?? reachedFrom(name, graph);
    kept.set(name, reached);
    return reached.has(id);
  };
  return (id, graph) => {
    if (!needs('features/today/Today', id, graph)) return null;
    return FIRST_RUN.some((name) => needs(name, id, graph)) ? `${FIRST_VIEW}~both` : FIRST_VIEW;
  };
}
const firstViewPart = createFirstViewParts();

/** Components that the page loads in the background after the first view (`renderer/frame/screens.ts`). */
const LOADED_LATER = [
  ...['features/search/Search', 'features/library/Library', 'features/signals/Signals'],
  ...['features/insights/Insights', 'features/quota/Quota'],
  ...['features/settings/Settings', 'features/settings/RemoveWorkspace'],
  ...['features/company/OpenCompany', 'features/company/PreloadCompanies', 'features/review/Review'],
  ...[
    'features/search/saved/SavedSearchDialog',
    'frame/palette/Palette',
    'frame/menu/RowMenu',
    'frame/OpenInvestor',
  ],
  ...['frame/status/OfflineQueueDialog', 'frame/ShortcutsDialog'],
  ...['ui/overlays/MenuList', 'ui/overlays/PopoverPanel', 'ui/overlays/DialogPanel'],
];
/** Components that may be shown with the first view and should not have to wait for the shared modules. */
const LOADED_WITH_FIRST_VIEW = [
  ...['features/onboarding/FirstSteps', 'ui/feedback/ToastHost'],
  ...['frame/status/ProgressStatus', 'frame/banners/ExpiredContactsBanner'],
];
const SHARED = 'shared';
const SHARED_WITH_FIRST_RUN = 'shared-first-run';

/**
 * Returns a function that puts modules shared by several `LOADED_LATER` components into two chunks, because
 * the page would otherwise request about fifty small chunks. One chunk contains the modules that the
 * onboarding also needs. Modules that may be needed with the first view go into neither chunk.
 */
function createSharedPart(): (id: string, graph: Graph) => string | null {
  let parts: ReadonlyMap<string, string> | null = null;
  const find = (graph: Graph): ReadonlyMap<string, string> => {
    const idsOf = (names: readonly string[]): Set<string> =>
      new Set(names.flatMap((name) => [...reachedFrom(name, graph)]));
    const counts = new Map<string, number>();
    for (const name of LOADED_LATER)
      for (const id of reachedFrom(name, graph)) counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const id of idsOf(LOADED_WITH_FIRST_VIEW)) counts.delete(id);
    const firstRun = idsOf(FIRST_RUN);
    const shared = [...counts].flatMap(([id, count]) => (count > 1 ? [id] : []));
    return new Map(shared.map((id) => [id, firstRun.has(id) ? SHARED_WITH_FIRST_RUN : SHARED]));
  };
  return (id, graph) => (parts ??= find(graph)).get(id) ?? null;
}
const sharedPart = createSharedPart();

/** Matches modules without side effects, whose code may be dropped if no export is used. */
const SIDE_EFFECT_FREE =
  /\/(?:renderer\/lib|shared)\/|\/renderer\/.*(?:strings|-text)\.ts$|\/renderer\/features\/[\w-]+\/index\.ts$/;

/** The page's first script. It is in its own chunk and runs before all others. */
const EARLY = /\/renderer\/host\/early\.ts$/;
/**
 * Makes Chromium compile all functions of a script in the background while the script loads
 * (https://v8.dev/blog/explicit-compile-hints). Otherwise, Chromium would compile each of the first view's
 * functions on the main thread when the function is first called.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';
const firstView: Plugin = {
  name: 'first-view',
  generateBundle: {
    // The hint must be on the first line, so this runs after Vite has added its own code at the top.
    order: 'post',
    handler: (_options, bundle) => {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && (chunk.isEntry || chunk.name.startsWith(FIRST_VIEW)))
          chunk.code = COMPILE_HINT + chunk.code;
    },
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunkOf = (module: RegExp) => {
        const chunks = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [each] : []));
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => module.test(id)));
        if (chunk === undefined) throw new Error(`${module.source} is in no chunk`);
        return chunk;
      };
      const screen = chunkOf(FIRST_SCREEN);
      const font = Object.keys(bundle).find((fileName) => FIRST_FONT.test(fileName));
      if (font === undefined) throw new Error(`${FIRST_FONT.source} is not in the build`);
      const preloaded = [screen.fileName, ...screen.imports].filter((fileName) => !html.includes(fileName));
      const tags: HtmlTagDescriptor[] = [
        {
          tag: 'script',
          attrs: { type: 'module', async: true, src: `./${chunkOf(EARLY).fileName}` },
          injectTo: 'head-prepend',
        },
        // The font is preloaded. Otherwise, the first view would be painted without text, which would appear
        // a moment later.
        {
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${font}` },
          injectTo: 'head',
        },
        ...preloaded.map((fileName): HtmlTagDescriptor => {
          const attrs = { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` };
          return { tag: 'link', attrs, injectTo: 'head' };
        }),
      ];
      // Nothing is painted until this script has run. Painting an empty page first would delay the first view
      // by a frame.
      const first = html.replace('<script type="module"', '$& blocking="render"');
      if (first === html) throw new Error('the page has no code');
      return { html: first, tags };
    },
  },
};

/**
 * Removes Ajv, which makes up a fifth of the main process's code. electron-store uses Ajv to validate
 * settings against a JSON schema, but the app has no such schema: it validates each setting when it reads it.
 * The MCP SDK uses Ajv only to validate input that an MCP server requests from the user, and the app's server
 * never requests any.
 */
const AJV = /^ajv(?:-formats|\/dist\/2020\.js)$/;
const NO_AJV = '\0no-ajv';
const AJV_OF_SDK = /\/validation\/ajv-provider\.js$/;
const NO_AJV_OF_SDK = '\0no-ajv-of-sdk';
const noAjv: Plugin = {
  name: 'no-ajv',
  enforce: 'pre',
  resolveId: (source) => {
    if (AJV_OF_SDK.test(source)) return NO_AJV_OF_SDK;
    return AJV.test(source) ? NO_AJV : null;
  },
  load: (id) => {
    if (id === NO_AJV_OF_SDK) return 'export class AjvJsonSchemaValidator {}';
    return id === NO_AJV
      ? `const none = () => { throw new Error('settings have no schema'); };
         export { none as Ajv2020, none as default };`
      : null;
  },
};

/**
 * Replaces `node:assert`, so it need not be loaded before the first view. Only electron-store's `conf` uses
 * it, to find out whether two JSON values are equal.
 */
const noAssert: Plugin = {
  name: 'no-assert',
  enforce: 'pre',
  transform: (code, id) =>
    /[\\/]conf[\\/]/.test(id)
      ? code.replace(
          "import assert from 'node:assert';",
          `import { isDeepStrictEqual as areEqual } from 'node:util';
           const assert = {
             deepEqual(one, other) {
               if (!areEqual(one, other)) throw new Error('the values differ');
             },
           };`,
        )
      : null,
  generateBundle: (_options, bundle) => {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && chunk.imports.includes('node:assert'))
        throw new Error(`${chunk.fileName} uses node:assert`);
  },
};

/** The scripts that `entry.ts` and `main.ts` load with a code cache. */
const APP = 'start-app';
const CORE = 'open-core';

/**
 * Minimum number of schemas, and minimum number of calls, that the plugin below must change. If the plugin
 * changes fewer, it no longer recognises some of them, so the build fails.
 */
const LAZY_MIN = 300;
/** Makes the core and the window's code create their schemas when they are first used. */
const lazySchemas: Plugin = {
  name: 'lazy-schemas',
  generateBundle(_options, bundle) {
    const core = bundle[`${CORE}.cjs`];
    if (core?.type !== 'chunk') throw new Error('the core is not in the build');
    let [schemas, calls] = [0, 0];
    for (const fileName of new Set([core.fileName, ...core.imports, `${APP}.cjs`])) {
      const chunk = bundle[fileName];
      if (chunk?.type !== 'chunk') continue;
      const lazy = makeSchemasLazy(chunk.code, this.parse(chunk.code));
      chunk.code = lazy.code;
      schemas += lazy.schemas;
      calls += lazy.calls;
    }
    if (Math.min(schemas, calls) < LAZY_MIN)
      throw new Error(
        `only ${schemas} schemas and ${calls} calls of the contract are created when they are used`,
      );
  },
};

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * Wraps the core in the function that `loadScript` calls, so `loadScript` need not wrap the source text at
 * run time. Also escapes all characters outside ASCII in every script, so `loadScript` can read the scripts
 * as Latin-1. Both changes save memory, several megabytes in total.
 */
const inFunction: Plugin = {
  name: 'in-function',
  generateBundle: (_options, bundle) => {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      if (/\\\P{ASCII}|String\.raw/u.test(chunk.code))
        throw new Error(`${chunk.fileName} has text that cannot be escaped`);
      chunk.code = chunk.code.replace(/\P{ASCII}/gu, escaped);
    }
    const core = bundle[`${CORE}.cjs`];
    if (core?.type !== 'chunk') throw new Error('the core is not in the build');
    core.code = `(function (exports, require, module, __filename, __dirname) {${core.code}\n})`;
  },
};

/**
 * Copies files from `resources/` to the folder of the main process's code, because only `out/` is packaged.
 */
const resourceFiles: Plugin = {
  name: 'resource-files',
  generateBundle() {
    for (const [fileName, source] of [
      ['tray.png', 'resources/icons/32x32.png'],
      ['tray-unread.png', 'resources/tray/unread.png'],
      ['tray-paused.png', 'resources/tray/paused.png'],
      ['tray-template.png', 'resources/tray/template.png'],
      ['tray-template@2x.png', 'resources/tray/template@2x.png'],
      ['assistant-bridge.mjs', 'resources/assistant-bridge.mjs'],
    ] as const)
      this.emitFile({ type: 'asset', fileName, source: readFileSync(source) });
  },
};

/**
 * Native modules, which cannot be bundled because they need their `.node` files. All other packages are
 * bundled.
 */
const external = ['electron', 'better-sqlite3', 'keytar'];

export default defineConfig({
  main: {
    plugins: [noAjv, noAssert, lazySchemas, inFunction, resourceFiles],
    build: {
      outDir: 'out/main',
      // Writes the licences of all bundled packages to a file that is shipped with the app.
      license: { fileName: 'licences.md' },
      externalizeDeps: false,
      target: 'node20.18',
      rollupOptions: {
        input: {
          main: resolve('electron/shells/startup/entry.ts'),
          // `entry.ts` loads this file with a code cache, so its name has no hash.
          [APP]: resolve('electron/main.ts'),
          // `main.ts` loads this file with a code cache, so its name has no hash.
          [CORE]: resolve('electron/shells/electron/open-core.ts'),
          'integrity-worker': resolve('electron/core/database/workers/integrity-worker.ts'),
          'checkpoint-worker': resolve('electron/core/database/workers/checkpoint-worker.ts'),
          'zip-worker': resolve('electron/core/user-data/archive/workers/zip-worker.ts'),
        },
        external,
        plugins: [listBundledPackages(), licencesWithoutModules(import.meta.dirname)],
        // CommonJS, because Node can use a code cache only for scripts (ADR 80).
        output: {
          format: 'cjs',
          // Keeps the scripts in strict mode, like their sources, which are ES modules.
          strict: true,
          // Scripts loaded with a code cache cannot contain `import()`.
          dynamicImportInCjs: false,
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
          // Keeps zod out of the core. A chunk that is loaded later could not import zod from the core,
          // because the core's file is a function, not a module.
          codeSplitting: { groups: [{ name: 'schemas', test: /[\\/]node_modules[\\/]zod[\\/]/ }] },
        },
      },
    },
    define: { UPDATES_OF_BUILD: JSON.stringify(updateSettingsOf(process.env)) },
  },
  preload: {
    plugins: [listBundledPackages()],
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: resolve('electron/preload.ts'),
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: 'preload.cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [
      svelte({ preprocess: drawnIcons }),
      helpContent(import.meta.dirname),
      firstView,
      tailwindcss(),
      listBundledPackages(),
    ],
    build: {
      outDir: 'out/renderer',
      license: { fileName: 'licences.md' },
      target: 'chrome130',
      minify: true,
      modulePreload: { polyfill: false },
      // Never inlines assets, because the content security policy allows no `data:` fonts.
      assetsInlineLimit: 0,
      // Writes a single style sheet in import order. Otherwise the style sheet of a chunk loaded later would
      // override rules of the frame.
      cssCodeSplit: false,
      // Read by `test/unit/build/first-view.slow.test.ts`.
      manifest: true,
      rollupOptions: {
        input: resolve('renderer/index.html'),
        output: {
          // Puts the code of the first view into as few chunks as possible, because each chunk must be
          // requested and compiled separately.
          codeSplitting: {
            groups: [
              // `main.ts` imports this script. The script is a separate chunk, so it runs before the other
              // code has loaded.
              { name: 'early', test: EARLY, priority: 3 },
              { name: 'frame', tags: ['$initial'], priority: 2 },
              // `firstViewPart` also assigns all imports of these modules, so the bundler need not add them.
              { name: firstViewPart, priority: 1, includeDependenciesRecursively: false },
              { name: sharedPart, includeDependenciesRecursively: false },
            ],
          },
          chunkFileNames: ({ name }) =>
            `assets/${name.startsWith(`${FIRST_VIEW}~`) ? FIRST_VIEW : name}-[hash].js`,
        },
        treeshake: { moduleSideEffects: [{ test: SIDE_EFFECT_FREE, sideEffects: false }] },
      },
    },
  },
});
