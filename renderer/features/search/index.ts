/** The parts of Search that other features use. */
export { addressCommandsFor } from './address/address-commands.ts';
export { default as FilterOptionsNote } from './filters/FilterOptionsNote.svelte';
export { default as FilterOptionsOffer } from './filters/FilterOptionsOffer.svelte';
export { FilterOptionsState, type SuggestField } from './filter-options.svelte.ts';
export { queryKey } from './saved/saved-search-query.ts';
export { savedSearchActions, savedSearchesOf } from './saved/saved-search-actions.ts';
export { SearchPlan } from './search-plan.svelte.ts';
export { Search } from './search.svelte.ts';
export { searchTitle } from './search-title.ts';
export { search } from './strings.ts';
