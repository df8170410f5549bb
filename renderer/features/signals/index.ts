/** The parts of Signals that other features use. */
export { default as ReceiverSettings } from './receiver/ReceiverSettings.svelte';
export { signalsLight } from './receiver/status-strings.ts';
export { signals } from './strings.ts';
