import type { ViteDevServer } from 'vite';

type Load = (file: string) => ReturnType<ViteDevServer['ssrLoadModule']>;

/**
 * Returns a function that loads a renderer module by its path, compiled as in the app (`vitest.config.ts`).
 */
export const compiled = (): Load => (file) => import(/* @vite-ignore */ file) as ReturnType<Load>;
