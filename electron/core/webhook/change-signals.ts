import { insertView, putSeen } from '../database/queries/yours/saved-searches.ts';
import {
  insertSignalRemoval,
  insertSignalView,
  putSignalsSeen,
} from '../database/queries/yours/receiver-and-seen-signals.ts';
import type { StreamSignal } from '../database/queries/cache/signals.ts';
import type { WriteDb } from '../database/sql.ts';
import type { Journal } from '../user-data/undo-journal.ts';
import type { Entry, News } from './signal-stream.ts';

/**
 * Removes a webhook event from the stream. The event stays stored, so the removal can be undone. Must be
 * called within `recordChange`; `applyRemovals` must be called afterwards.
 */
export function removeSignal(yours: WriteDb, journal: Journal, event: StreamSignal, atMs: number): void {
  const removalId = insertSignalRemoval(yours, event, Math.round(atMs));
  journal.made({ part: 'signal_removal', key: [removalId] });
}

/**
 * Marks webhook events and new rows of saved searches as seen. Must be called within `recordChange`. One undo
 * step then covers both kinds.
 */
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
