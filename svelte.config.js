/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export const compilerOptions = { runes: true };
