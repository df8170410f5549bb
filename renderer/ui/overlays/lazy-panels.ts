import { LazyCode } from '../../lib/lazy-code.svelte.ts';

/* What menus, popovers and dialogs open: one piece of code each, for all that there are. Where it fails, nothing opens until then. */

export const menuCode = new LazyCode(() => import('./MenuList.svelte'));
export const popoverCode = new LazyCode(() => import('./PopoverPanel.svelte'));
export const dialogCode = new LazyCode(() => import('./DialogPanel.svelte'));
