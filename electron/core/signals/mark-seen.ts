import { insertView, putSeen } from '../db/queries/saved-searches.ts';
import { insertSignalView, putSignalsSeen } from '../db/queries/signals-yours.ts';
import type { WriteDb } from '../db/sql.ts';
import type { Journal } from '../words/journal.ts';
import type { Entry, News } from './stream.ts';

/** Both kinds of rows are marked by one step, so that one undo brings both back. Call within `recordChange`. */
export function markSeen(yours: WriteDb, journal: Journal, entries: readonly Entry[], atMs: number): void {
  const viewedAtMs = Math.round(atMs);
  const events = entries.flatMap(({ event }) => event ?? []);
  if (events.length > 0) {
    const viewId = insertSignalView(yours, viewedAtMs);
    putSignalsSeen(yours, viewId, events);
    journal.made({ part: 'signal_view', key: [viewId] });
  }
  const news = new Map<number, News[]>();
  for (const each of entries.flatMap((entry) => entry.news))
    news.set(each.searchId, [...(news.get(each.searchId) ?? []), each]);
  for (const [searchId, rows] of news) {
    const viewId = insertView(yours, { searchId, viewedAtMs });
    putSeen(yours, { searchId, viewId }, rows);
    journal.made({ part: 'search_view', key: [viewId] });
  }
}
