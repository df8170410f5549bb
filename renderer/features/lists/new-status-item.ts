import Plus from '@lucide/svelte/icons/plus';
import { STATUSES_MAX } from '../../../shared/model/limits.ts';
import type { MenuAction } from '../../ui/overlays/menu-item.ts';
import { lists } from './strings.ts';

/**
 * Returns the menu item that creates a status and sets it immediately. If the pipeline is full, the item is
 * disabled and gives the reason.
 */
export const newStatusItem = (statuses: readonly unknown[], create: () => void): MenuAction => {
  const isFull = statuses.length >= STATUSES_MAX;
  return {
    label: lists.newStatus.menu,
    icon: Plus,
    separated: true,
    disabled: isFull,
    ...(isFull ? { detail: lists.newStatus.atMost(STATUSES_MAX) } : {}),
    run: create,
  };
};
