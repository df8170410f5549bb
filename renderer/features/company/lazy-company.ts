/** Loaders of components whose code comes later. Each is one function, by which `LazyComponents` knows its component. */
export const openCompany = () => import('./OpenCompany.svelte');
export const preloadCompanies = () => import('./PreloadCompanies.svelte');
