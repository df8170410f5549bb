/**
 * Loaders of components that are loaded on demand. `LazyComponents` identifies a component by its loader
 * function.
 */
export const openCompany = () => import('./OpenCompany.svelte');
export const preloadCompanies = () => import('./PreloadCompanies.svelte');
