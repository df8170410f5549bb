import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

const here = import.meta.dirname;

/** A screen that is not written yet is drawn as one line, so that the frame can be looked at before it. */
const placeholders: Plugin = {
  name: 'placeholders',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!importer?.includes('/renderer/views/') || !id.endsWith('.svelte')) return null;
    return existsSync(resolve(dirname(importer), id)) ? null : resolve(here, 'Placeholder.svelte');
  },
};

/** The policy of the shells, so that what it blocks is seen here first. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'nonce-preview'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html dompurify',
].join('; ');

/** `vite --config test/renderer/preview/vite.config.ts` serves the app on the fixture; `vite build --mode app` builds the real renderer. */
export default defineConfig(({ mode }) => {
  const root = mode === 'app' ? resolve(here, '../../../renderer') : here;
  return {
    root,
    configFile: false,
    plugins: [placeholders, svelte({ configFile: false, compilerOptions: { runes: true } }), tailwindcss()],
    server: { port: 5199, strictPort: true, host: '127.0.0.1', fs: { allow: [resolve(here, '../../..')] } },
    preview: {
      port: 5198,
      strictPort: true,
      host: '127.0.0.1',
      headers: { 'content-security-policy': POLICY },
    },
    build: {
      outDir: mode === 'app' ? '/tmp/rw-build' : '/tmp/rw-preview',
      emptyOutDir: true,
      target: 'chrome130',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rollupOptions: { input: resolve(root, 'index.html') },
    },
  };
});
