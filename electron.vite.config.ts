import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'electron-vite';

/** One bundle per process. Native modules stay external: bundled, they would lose their `.node` file. */
const external = ['electron', 'better-sqlite3', 'keytar'];

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node20.18',
      rollupOptions: { input: resolve('electron/main.ts'), external, output: { format: 'es' } },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
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
      target: 'chrome130',
      minify: true,
      modulePreload: { polyfill: false },
      // Fonts stay files: the content security policy has no `font-src data:`.
      assetsInlineLimit: 0,
      rollupOptions: { input: resolve('renderer/index.html') },
    },
  },
});
