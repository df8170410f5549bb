import type { ViteDevServer } from 'vite';

type Load = (file: string) => ReturnType<ViteDevServer['ssrLoadModule']>;

/** Loads renderer modules in a test by path from the root, compiled like the app (`vitest.config.ts`). */
export const compiled = (): Load => (file) => import(/* @vite-ignore */ file) as ReturnType<Load>;
