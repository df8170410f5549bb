import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll } from 'vitest';

/** Loads modules of the renderer in the tests of one file, compiled as the app compiles them. */
export function compiled(): (file: string) => ReturnType<ViteDevServer['ssrLoadModule']> {
  let server: ViteDevServer;
  beforeAll(async () => {
    server = await createServer({
      configFile: false,
      logLevel: 'silent',
      server: { middlewareMode: true, watch: null, ws: false },
      optimizeDeps: { noDiscovery: true },
      plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
    });
  });
  afterAll(() => server.close());
  return (file) => server.ssrLoadModule(file);
}
