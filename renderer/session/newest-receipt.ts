import type { LastReceipt, Receipt } from '../../shared/model/budget.ts';

/**
 * Returns the receipt that the status bar shows: the newest one, whoever made the request. For several
 * requests made by one click, `byClick` holds their sum and the id of the last one.
 */
export function newestReceipt(byClick: Receipt | null, last: LastReceipt | null): LastReceipt | null {
  if (byClick === null || (last !== null && last.ledgerId > byClick.ledgerId)) return last;
  const isSame = last?.ledgerId === byClick.ledgerId;
  // Only the core knows what is left now.
  return { ...byClick, binding: isSame ? last.binding : byClick.binding, isBackground: false };
}
