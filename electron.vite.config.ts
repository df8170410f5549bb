import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'electron-vite';

/**
 * One bundle per process, with every package in it that it uses: nothing is searched for when the app starts, and nothing else
 * is packaged. Native modules stay external: bundled, they would lose their `.node` file.
 */
const external = ['electron', 'better-sqlite3', 'keytar'];

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      // Of every package in the bundle: they go with the app.
      license: { fileName: 'licences.md' },
      externalizeDeps: false,
      target: 'node20.18',
      rollupOptions: { input: resolve('electron/main.ts'), external, output: { format: 'es' } },
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
    plugins: [svelte(), tailwindcss()],
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
      // Read by `test/e2e/first-view.spec.ts`.
      manifest: true,
      rollupOptions: {
        input: resolve('renderer/index.html'),
        // Without it everything `words.ts` names comes with the first view, because any module might do something by itself.
        treeshake: { moduleSideEffects: [{ test: /\/(renderer\/lib|shared)\//, sideEffects: false }] },
      },
    },
  },
});
