/** What other screens use of Signals. */
export { default as ReceiverSettings } from './receiver/ReceiverSettings.svelte';
export { signalsLight } from './receiver/status-strings.ts';
export { signals } from './strings.ts';
