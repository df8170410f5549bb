import type { Component } from 'svelte';

/** A command's icon, which `lib` carries without knowing what it is; null for anything that cannot be drawn. */
export const glyphOf = (icon: unknown): Component | null => (isComponent(icon) ? icon : null);

const isComponent = (icon: unknown): icon is Component => typeof icon === 'function';
