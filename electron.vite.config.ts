import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'electron-vite';
import type { PreprocessorGroup } from 'svelte/compiler';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { z } from 'zod';

/**
 * One bundle per process, with every package in it that it uses: nothing is searched for when the app starts, and nothing else
 * is packaged. Native modules stay external: bundled, they would lose their `.node` file.
 */
/**
 * Lucide draws an icon anew from a list of its parts wherever it stands, a hundred times on a screen. Here its parts are written
 * into its component when the app is built; `ui/controls/Icon.svelte` gives it its size and its line.
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

/** The screen that a workspace opens with. Its code is asked for by the page itself, not only once the frame's code runs. */
const FIRST_SCREEN = /\/renderer\/features\/today\/Today\.svelte$/;
const FIRST_VIEW = 'first-view';
/** What nearly all of its text is written in. */
const FIRST_FONT = /\/inter-latin-wght-normal-[^/]+\.woff2$/;
const FIRST_RUN = ['onboarding/FirstRun', 'onboarding/MarketStep'];

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}
const viewFile = (name: string): string => resolve(`renderer/features/${name}.svelte`);

/** A view and all that its modules import, not counting what comes on demand. */
function reachedFrom(name: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set([viewFile(name)]);
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}

/** What the screens before there is a workspace need too is a file apart: they do not wait for the rest. */
function createFirstViewParts(): (id: string, graph: Graph) => string | null {
  const kept = new Map<string, ReadonlySet<string>>();
  const needs = (name: string, id: string, graph: Graph): boolean => {
    const reached = kept.get(name) ?? reachedFrom(name, graph);
    kept.set(name, reached);
    return reached.has(id);
  };
  return (id, graph) => {
    if (!needs('today/Today', id, graph)) return null;
    return FIRST_RUN.some((name) => needs(name, id, graph)) ? `${FIRST_VIEW}~both` : FIRST_VIEW;
  };
}
const firstViewPart = createFirstViewParts();

/** Pure functions, texts and the index files of features. */
const SIDE_EFFECT_FREE =
  /\/(?:renderer\/lib|shared)\/|\/renderer\/.*(?:strings|-text)\.ts$|\/renderer\/features\/[\w-]+\/index\.ts$/;

/** Runs before everything else, and by itself. */
const EARLY = /\/renderer\/host\/early\.ts$/;
const firstView: Plugin = {
  name: 'first-view',
  buildStart() {
    this.emitFile({ type: 'chunk', id: resolve('renderer/host/early.ts'), name: 'early' });
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
        // Without it the first view is painted without its text, which comes a moment later.
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
      // Nothing is painted before it: an empty page would take a frame that the first view waits for.
      const first = html.replace('<script type="module"', '$& blocking="render"');
      if (first === html) throw new Error('the page has no code');
      return { html: first, tags };
    },
  },
};

/**
 * electron-store stands on a package that can hold settings against a JSON schema, and brings Ajv for it: a fifth of the main
 * process's code. Our settings have none: whoever reads one checks it.
 */
const AJV = /^ajv(?:-formats|\/dist\/2020\.js)$/;
const NO_AJV = '\0no-ajv';
const noAjv: Plugin = {
  name: 'no-ajv',
  enforce: 'pre',
  resolveId: (source) => (AJV.test(source) ? NO_AJV : null),
  load: (id) =>
    id === NO_AJV
      ? `const none = () => { throw new Error('settings have no schema'); };
         export { none as Ajv2020, none as default };`
      : null,
};

const external = ['electron', 'better-sqlite3', 'keytar'];

export default defineConfig({
  main: {
    plugins: [noAjv],
    build: {
      outDir: 'out/main',
      // Of every package in the bundle: they go with the app.
      license: { fileName: 'licences.md' },
      externalizeDeps: false,
      target: 'node20.18',
      rollupOptions: {
        input: {
          main: resolve('electron/main.ts'),
          'integrity-worker': resolve('electron/core/database/workers/integrity-worker.ts'),
          'checkpoint-worker': resolve('electron/core/database/workers/checkpoint-worker.ts'),
        },
        external,
        output: { format: 'es' },
      },
    },
  },
  preload: {
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
    plugins: [svelte({ preprocess: drawnIcons }), firstView, tailwindcss()],
    build: {
      outDir: 'out/renderer',
      license: { fileName: 'licences.md' },
      target: 'chrome130',
      minify: true,
      modulePreload: { polyfill: false },
      // Fonts stay files: the content security policy has no `font-src data:`.
      assetsInlineLimit: 0,
      // One sheet, in the order of the imports: rules of a part that comes later must not stand over those of the frame.
      cssCodeSplit: false,
      // Read by `test/e2e/app/first-view.spec.ts`.
      manifest: true,
      rollupOptions: {
        input: resolve('renderer/index.html'),
        output: {
          // A file is asked for and compiled apart from the others: what the first view needs comes in few.
          codeSplitting: {
            groups: [
              { name: 'frame', tags: ['$initial'], test: (id) => !EARLY.test(id), priority: 2 },
              // Their own modules alone: what these need of others is in the graph already.
              { name: firstViewPart, priority: 1, includeDependenciesRecursively: false },
            ],
          },
          chunkFileNames: ({ name }) =>
            `assets/${name.startsWith(`${FIRST_VIEW}~`) ? FIRST_VIEW : name}-[hash].js`,
        },
        // These modules have no side effects: the bundler may drop one whose exports are not used.
        treeshake: { moduleSideEffects: [{ test: SIDE_EFFECT_FREE, sideEffects: false }] },
      },
    },
  },
});
