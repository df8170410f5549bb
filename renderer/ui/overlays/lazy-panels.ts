import { LazyCode } from '../../lib/lazy-code.svelte.ts';

/*
 * Menus, popovers and dialogs, one chunk for each kind. If loading a chunk fails, its widgets stay closed
 * until a retry succeeds.
 */

export const menuCode = new LazyCode(() => import('./MenuList.svelte'));
export const popoverCode = new LazyCode(() => import('./PopoverPanel.svelte'));
export const dialogCode = new LazyCode(() => import('./DialogPanel.svelte'));
