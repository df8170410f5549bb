import { LazyCode } from '../../lib/lazy-code.svelte.ts';

/*
 * Loads the code of menus, popovers, calendars and dialogs, with one chunk for each kind. If a chunk fails to
 * load, its widgets stay closed until a retry succeeds.
 */

export const menuCode = new LazyCode(() => import('./MenuList.svelte'));
export const popoverCode = new LazyCode(() => import('./PopoverPanel.svelte'));
export const calendarCode = new LazyCode(() => import('./CalendarPanel.svelte'));
export const dialogCode = new LazyCode(() => import('./DialogPanel.svelte'));
