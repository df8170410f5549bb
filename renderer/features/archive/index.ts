export { default as ArchiveSettings } from './ArchiveSettings.svelte';
export { archive } from './strings.ts';
