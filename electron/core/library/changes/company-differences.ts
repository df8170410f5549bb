import type { Amount } from '../../../../shared/model/company.ts';
import type { DataChange } from '../../../../shared/model/watch.ts';
import { clip, clipOrNull } from '../../foundation/clip-text.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import { amountRow } from '../../database/queries/cache/company-row.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/*
 * Finds the differences between a company's stored data before and after a response, without side effects. A
 * fact that is stored for the first time is not a change, because there is nothing to compare it with.
 */

export interface Round {
  readonly roundId: string;
  readonly derivedId: boolean;
  readonly stage: string | null;
  readonly amount: Amount | null;
  readonly announcedOn: string | null;
}
export interface Role {
  readonly title: string | null;
  readonly open: boolean;
}
export interface Contacts {
  readonly state: 'available' | 'closed' | 'told-none' | 'unknown';
  readonly total: number | null;
}

/**
 * Stored data of one company at one point in time. A part is null if it was not read, or if the app has never
 * fetched it.
 */
export interface Version {
  readonly rounds: readonly Round[] | null;
  /** Roles by role id. Also null if the company's list of roles was never fetched completely. */
  readonly roles: ReadonlyMap<string, Role> | null;
  /** Titles of news articles by article id, newest first. */
  readonly articles: ReadonlyMap<string, string> | null;
  readonly contacts: Contacts | null;
}

const MAX_TITLES = 3;
const TITLE_MAX = 200;

export function differences(before: Version, after: Version): DataChange[] {
  return [
    ...roundChanges(before.rounds, after.rounds),
    ...roleChanges(before.roles, after.roles),
    ...newsChanges(before.articles, after.articles),
    ...contactChanges(before.contacts, after.contacts),
  ];
}

function roundChanges(before: Version['rounds'], after: Version['rounds']): DataChange[] {
  const newest = newestDay(before);
  if (before === null || after === null || newest === null) return [];
  const known = new Map(before.map((round) => [round.roundId, round]));
  return after.flatMap((round): DataChange[] => {
    const was = known.get(round.roundId);
    if (was !== undefined) return changedRound(was, round);
    return isLater(round.announcedOn, newest) ? [newRound(round)] : [];
  });
}

const newRound = ({ roundId, stage, amount, announcedOn }: Round): DataChange => ({
  kind: 'new-round',
  roundId: clip(roundId, 200),
  stage: clipOrNull(stage, 100),
  amount: amountRow(amount),
  announcedOn: clipOrNull(announcedOn, 10),
});

/**
 * Returns the changes in a round's stage and amount; [] if there are none. A field is compared only if both
 * versions have it.
 */
function changedRound(was: Round, now: Round): DataChange[] {
  const stage =
    was.stage !== null && now.stage !== null && letters(was.stage) !== letters(now.stage)
      ? { was: clip(was.stage, 100), now: clip(now.stage, 100) }
      : null;
  const [amountWas, amountNow] = [amountRow(was.amount), amountRow(now.amount)];
  const amount =
    amountWas !== null && amountNow !== null && isOtherAmount(amountWas, amountNow)
      ? { was: amountWas, now: amountNow }
      : null;
  if (stage === null && amount === null) return [];
  const { roundId, announcedOn } = now;
  return [
    {
      kind: 'round-changed',
      roundId: clip(roundId, 200),
      announcedOn: clipOrNull(announcedOn, 10),
      stage,
      amount,
    },
  ];
}

/** Normalizes a stage so spellings such as "Series A" and "series_a" compare as equal. */
const letters = (stage: string): string => fold(stage).replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Returns whether two amounts differ. Sources round amounts differently, so a difference of up to 10% is
 * ignored, unless both amounts are exact.
 */
function isOtherAmount(a: Amount, b: Amount): boolean {
  if (a.value === null || b.value === null) return false;
  if (a.currency !== null && b.currency !== null && a.currency !== b.currency) return true;
  const slack = a.precision === 'exact' && b.precision === 'exact' ? 0 : 0.1;
  return Math.abs(a.value - b.value) > slack * Math.max(Math.abs(a.value), Math.abs(b.value));
}

const dayMs = (day: string | null): number => (day === null ? Number.NaN : Date.parse(`${day}T00:00:00Z`));

function newestDay(rounds: Version['rounds']): number | null {
  const days = (rounds ?? []).map(({ announcedOn }) => dayMs(announcedOn)).filter((ms) => !Number.isNaN(ms));
  return days.length === 0 ? null : Math.max(...days);
}

/**
 * Returns whether `day` is more than one day after the newest stored round. A smaller difference is ignored,
 * because sources may disagree by a day about a round announced near midnight.
 */
const isLater = (day: string | null, newestMs: number): boolean => dayMs(day) > newestMs + DAY_MS;

function roleChanges(before: Version['roles'], after: Version['roles']): DataChange[] {
  if (before === null || after === null) return [];
  const opened = [...after].filter(([id, role]) => role.open && before.get(id)?.open !== true);
  const removed = [...before].filter(([id, role]) => role.open && after.get(id)?.open !== true);
  if (opened.length + removed.length === 0) return [];
  const titles = opened.flatMap(([, { title }]) => (title === null ? [] : [clip(title, TITLE_MAX)]));
  return [
    { kind: 'roles', opened: opened.length, gone: removed.length, titles: titles.slice(0, MAX_TITLES) },
  ];
}

function newsChanges(before: Version['articles'], after: Version['articles']): DataChange[] {
  if (before === null || after === null) return [];
  const titles = [...after].flatMap(([id, title]) => (before.has(id) ? [] : [clip(title, TITLE_MAX)]));
  if (titles.length === 0) return [];
  return [{ kind: 'news', articles: titles.length, titles: titles.slice(0, MAX_TITLES) }];
}

function contactChanges(before: Version['contacts'], after: Version['contacts']): DataChange[] {
  if (before === null || after === null) return [];
  const isOpen = ({ state, total }: Contacts): boolean => state === 'available' && total !== 0;
  if (!isOpen(before) && isOpen(after)) return [{ kind: 'contacts-open', total: after.total }];
  if (before.state !== 'closed' && before.state !== 'unknown' && after.state === 'closed')
    return [{ kind: 'contacts-closed' }];
  return [];
}
