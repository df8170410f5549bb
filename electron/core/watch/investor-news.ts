import type { Change } from '../../../shared/model/watch.ts';
import {
  newestRoundOfMs,
  roundsByKey,
  roundsStoredSince,
} from '../database/queries/cache/investor-rounds.ts';
import { amountRow } from '../database/queries/cache/company-row.ts';
import { investorWatches, putInvestorWatch } from '../database/queries/yours/investors.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { clip, clipOrNull } from '../foundation/clip-text.ts';
import { familyOf } from '../library/investors/investor-names.ts';
import type { Journal } from '../user-data/undo-journal.ts';

/*
 * Finds the rounds of watched investors that were stored since the user began to watch them. A round with
 * several watched investors is one news item.
 */

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

/** Maximum number of investors named for one round. */
const NAMED_MAX = 5;

export interface InvestorNews {
  readonly companyId: string;
  readonly roundId: string;
  /**
   * Server time at which the round was first stored with a watched investor. If the round has several watched
   * investors, this is the latest of their times.
   */
  readonly recordedAtMs: number;
  /** The watched investors in the round. */
  readonly investors: readonly string[];
  readonly seen: boolean;
}

interface Watched {
  readonly name: string;
  readonly names: readonly string[];
  readonly sinceMs: number;
  readonly seenUpToMs: number;
}

const watchedInvestors = (yours: ReadDb): Watched[] =>
  investorWatches(yours).map(({ nameFolded, name, sinceMs, seenUpToMs }) => {
    const family = familyOf(yours, nameFolded);
    return { name: family.key === nameFolded ? name : family.name, names: family.names, sinceMs, seenUpToMs };
  });

/** Returns the news about watched investors, newest first. */
export function investorNews({ cache, yours }: Files): InvestorNews[] {
  const watched = watchedInvestors(yours);
  if (watched.length === 0) return [];
  const watchesOf = new Map<string, Watched[]>();
  for (const each of watched)
    for (const name of each.names) watchesOf.set(name, [...(watchesOf.get(name) ?? []), each]);
  const asked = [...watchesOf].map(([nameFolded, watches]) => ({
    nameFolded,
    sinceMs: Math.min(...watches.map(({ sinceMs }) => sinceMs)),
  }));
  const news = new Map<string, InvestorNews>();
  for (const { nameFolded, companyId, roundId, storedAtMs } of roundsStoredSince(cache, asked)) {
    const key = JSON.stringify([companyId, roundId]);
    for (const { name, sinceMs, seenUpToMs } of watchesOf.get(nameFolded) ?? []) {
      if (storedAtMs <= sinceMs) continue;
      const known = news.get(key);
      news.set(key, {
        companyId,
        roundId,
        recordedAtMs: Math.max(storedAtMs, known?.recordedAtMs ?? 0),
        investors: [...new Set([...(known?.investors ?? []), name])],
        seen: storedAtMs <= seenUpToMs && (known?.seen ?? true),
      });
    }
  }
  return [...news.values()].sort((a, b) => b.recordedAtMs - a.recordedAtMs);
}

/** Returns each watched investor's name and number of unseen rounds. */
export function unseenByInvestor(files: Files): { name: string; unseen: number }[] {
  const unseen = new Map<string, number>();
  for (const { investors, seen } of investorNews(files))
    if (!seen) for (const name of investors) unseen.set(name, (unseen.get(name) ?? 0) + 1);
  return [...new Set(watchedInvestors(files.yours).map(({ name }) => name))].map((name) => ({
    name,
    unseen: unseen.get(name) ?? 0,
  }));
}

export const investorChangeId = ({ companyId, roundId }: InvestorNews): string =>
  `investor:${clip(companyId, 200)}/${clip(roundId, 200)}`;

/**
 * Returns the news items with the facts about their rounds. Omits items whose round has since been deleted.
 */
export function investorChanges(cache: ReadDb, news: readonly InvestorNews[]): Change[] {
  const keyOf = ({ companyId, roundId }: { companyId: string; roundId: string }): string =>
    JSON.stringify([companyId, roundId]);
  const rounds = new Map(roundsByKey(cache, news).map((round) => [keyOf(round), round]));
  return news.flatMap((each) => {
    const round = rounds.get(keyOf(each));
    if (round === undefined) return [];
    return [
      {
        id: investorChangeId(each),
        companyId: each.companyId,
        companyName: clip(round.companyName ?? each.companyId, 500),
        lists: [],
        change: {
          kind: 'investor-round' as const,
          roundId: clip(each.roundId, 200),
          stage: clipOrNull(round.stage, 100),
          amount: amountRow(round.amount),
          announcedOn: clipOrNull(round.announcedOn, 10),
          investors: each.investors.slice(0, NAMED_MAX).map((name) => clip(name, 500)),
        },
        atMs: each.recordedAtMs,
        seen: each.seen,
      },
    ];
  });
}

/** Marks the news of all investors as seen. Must be called within `recordChange`, which provides `journal`. */
export function markInvestorNewsSeen(
  { cache, yours }: { readonly cache: ReadDb; readonly yours: WriteDb },
  journal: Journal,
): void {
  for (const watch of investorWatches(yours)) {
    const upToMs = newestRoundOfMs(cache, familyOf(yours, watch.nameFolded).names);
    if (upToMs <= watch.seenUpToMs) continue;
    journal.touch({ part: 'investor_watch', key: [watch.nameFolded] });
    putInvestorWatch(yours, { ...watch, seenUpToMs: upToMs });
  }
}
