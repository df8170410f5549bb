/**
 * Functions that load components on demand. `LazyComponents` uses each function as the key of its component.
 */
export const openCompany = () => import('./OpenCompany.svelte');
export const preloadCompanies = () => import('./PreloadCompanies.svelte');
