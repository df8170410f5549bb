/**
 * Loaders for components that are loaded on demand. `LazyComponents` identifies each component by its loader
 * function.
 */
export const openCompany = () => import('./OpenCompany.svelte');
export const preloadCompanies = () => import('./PreloadCompanies.svelte');
