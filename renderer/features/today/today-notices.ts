/** The notices that Today can show above its list, most important first. */
const NOTICES = ['month', 'gap', 'review', 'changes'] as const;
type Notice = (typeof NOTICES)[number];

/**
 * Returns the notices to show, and the number of hidden notices. Without `showsAll`, only the most important
 * one is shown, so notices do not push the list down.
 */
export function firstNotices(
  has: Readonly<Record<Notice, boolean>>,
  showsAll: boolean,
): { readonly shown: readonly Notice[]; readonly hidden: number } {
  const all = NOTICES.filter((notice) => has[notice]);
  const shown = showsAll ? all : all.slice(0, 1);
  return { shown, hidden: all.length - shown.length };
}
