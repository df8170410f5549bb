export const savedSearchDialog = () => import('./SavedSearchDialog.svelte');
