import { LateCode } from '../lib/late-code.svelte.ts';

/* What menus, popovers and dialogs open: one piece of code each, for all that there are. Where it fails, nothing opens until then. */

export const menuCode = new LateCode(() => import('./MenuList.svelte'));
export const popoverCode = new LateCode(() => import('./PopoverPanel.svelte'));
export const dialogCode = new LateCode(() => import('./DialogPanel.svelte'));
