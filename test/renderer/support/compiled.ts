import type { ViteDevServer } from 'vite';

type Load = (file: string) => ReturnType<ViteDevServer['ssrLoadModule']>;

/** Loads modules of the renderer in a test, by their path from the root, compiled as the app compiles them (`vitest.config.ts`). */
export const compiled = (): Load => (file) => import(/* @vite-ignore */ file) as ReturnType<Load>;
