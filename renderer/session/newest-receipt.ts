import type { LastReceipt, Receipt } from '../../shared/model/budget.ts';

/**
 * Returns the receipt that the status bar shows: the newest one, whether the user or the app made the
 * request. If one click made several requests, `byClick` contains their sum and the id of the last one.
 */
export function newestReceipt(byClick: Receipt | null, last: LastReceipt | null): LastReceipt | null {
  if (byClick === null || (last !== null && last.ledgerId > byClick.ledgerId)) return last;
  const isSame = last?.ledgerId === byClick.ledgerId;
  // The receipt from the core contains what is left now, not what was left when the request was made.
  return { ...byClick, binding: isSame ? last.binding : byClick.binding, isBackground: false };
}
