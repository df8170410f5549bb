import { createHash } from 'node:crypto';
import type { DecodedHighlight } from '../service-api/decoders/decoded-types.ts';
import {
  allHighlights,
  deleteHighlight,
  putHighlight,
  unlinkHighlights,
  type StoredHighlight,
} from '../database/queries/cache/panels/highlights.ts';
import type { WriteDb } from '../database/sql.ts';

/** One company's highlights, in the order of the response. */
interface ReceivedHighlights {
  readonly companyId: string;
  readonly highlights: readonly DecodedHighlight[];
  readonly fetchedAtMs: number;
  /**
   * Whether these highlights replace the ones shown so far (see `recordPanel`). The replaced highlights stay
   * stored.
   */
  readonly listed: boolean;
}

/**
 * Merges received highlights with stored ones. Two highlights are the same if they have the same id or, if
 * either has no id, the same text. If the response has no creation time, as in a company detail (spec §2.2),
 * the stored time is kept. Call inside a transaction.
 */
export function mergeHighlights(db: WriteDb, received: ReceivedHighlights): void {
  const { companyId, fetchedAtMs, listed } = received;
  const stored = new Map(allHighlights(db, companyId).map((highlight) => [highlight.key, highlight]));
  if (listed) {
    unlinkHighlights(db, companyId);
    for (const [key, highlight] of stored) stored.set(key, { ...highlight, listed: false });
  }
  const placed = new Set<string>();
  received.highlights.forEach((highlight, position) => {
    const known = sameHighlight(stored, highlight);
    const key = keyOf(highlight, known);
    const merged = join(known, { ...highlight, key, position, fetchedAtMs, listed });
    if (known !== null && known.key !== key) {
      deleteHighlight(db, companyId, known.key);
      stored.delete(known.key);
    }
    // A highlight that occurs twice in the response keeps its first position.
    const first = placed.has(key) ? stored.get(key) : undefined;
    const row = first === undefined ? merged : { ...merged, position: first.position };
    placed.add(key);
    stored.set(key, row);
    putHighlight(db, companyId, row);
  });
}

const textKey = (text: string): string => `text:${createHash('sha256').update(text).digest('hex')}`;

function sameHighlight(
  stored: ReadonlyMap<string, StoredHighlight>,
  { highlightId, text }: DecodedHighlight,
): StoredHighlight | null {
  if (highlightId !== null) return stored.get(`id:${highlightId}`) ?? stored.get(textKey(text)) ?? null;
  const byText = stored.get(textKey(text));
  if (byText !== undefined) return byText;
  return [...stored.values()].find((highlight) => highlight.text === text) ?? null;
}

const keyOf = ({ highlightId, text }: DecodedHighlight, known: StoredHighlight | null): string =>
  highlightId === null ? (known?.key ?? textKey(text)) : `id:${highlightId}`;

/** Merges a received highlight with the stored one. The text comes from the newer response. Pure. */
function join(
  known: StoredHighlight | null,
  received: Omit<DecodedHighlight, 'highlightId'> & Omit<StoredHighlight, 'createdAtMs'>,
): StoredHighlight {
  const { key, position, text, source, createdAtMs, fetchedAtMs, listed } = received;
  if (known === null) return { key, position, text, source, createdAtMs, fetchedAtMs, listed };
  const newer = fetchedAtMs >= known.fetchedAtMs;
  return {
    key,
    position: listed ? position : known.position,
    listed: listed || known.listed,
    text: newer ? text : known.text,
    source: newer && source !== '' ? source : known.source,
    createdAtMs: (newer ? createdAtMs : null) ?? known.createdAtMs ?? createdAtMs,
    fetchedAtMs: Math.max(fetchedAtMs, known.fetchedAtMs),
  };
}
