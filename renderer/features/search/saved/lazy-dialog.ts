/** Loads the dialog that names a saved search. */
export const savedSearchDialog = () => import('./SavedSearchDialog.svelte');
