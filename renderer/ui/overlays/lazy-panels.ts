import { LazyCode } from '../../lib/lazy-code.svelte.ts';

/* One chunk each for all menus, popovers and dialogs. After a failed load they stay closed until a retry succeeds. */

export const menuCode = new LazyCode(() => import('./MenuList.svelte'));
export const popoverCode = new LazyCode(() => import('./PopoverPanel.svelte'));
export const dialogCode = new LazyCode(() => import('./DialogPanel.svelte'));
