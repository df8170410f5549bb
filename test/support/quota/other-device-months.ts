import { createRandom } from '../../security/support/random.ts';
import type { Span } from './figures.ts';
import { again, between, boundaryMs, monthOf, perform, worldOf, type Month } from './simulated-months.ts';
import type { Heard, QuotaWorld } from './governor-world.ts';

/*
 * Q2: another device spends on the same account, which nobody can prevent. What is ours to keep: once a 429 was heard,
 * nothing of its class is sent before its reset, whatever happens meanwhile; and after a reading the ledger is not below
 * the service.
 */
export interface GhostFigures {
  months: number;
  calls: number;
  refusals: number;
  /** The most 429s in one exhausted window: one, those under way with it, and those that a dying run did not hear. */
  mostInWindow: number;
  /** Sent after a 429 of the class was heard and before its reset. */
  sentInSpiteOf: number;
  belowAfterStats: number;
  readonly traces: string[];
}

const DAY_MS = 86_400_000;

export async function runGhostMonths({ seed, from, months }: Span): Promise<GhostFigures> {
  const sum: GhostFigures = {
    months: 0,
    calls: 0,
    refusals: 0,
    mostInWindow: 0,
    sentInSpiteOf: 0,
    belowAfterStats: 0,
    traces: [],
  };
  for (let number = from; number < from + months; number += 1) {
    const world = await live(monthOf(seed, number), createRandom(seed + 1, number), sum);
    const refusals = world.transcript.filter(({ status }) => status === 429);
    const spite = sentInSpite(world.transcript);
    sum.months += 1;
    sum.calls += world.calls();
    sum.refusals += refusals.length;
    sum.sentInSpiteOf += spite.length;
    sum.mostInWindow = Math.max(sum.mostInWindow, ...inWindows(refusals));
    sum.traces.push(...spite.slice(0, 2).map((line) => `seed ${seed} month ${number}: ${line}`));
  }
  return sum;
}

async function live(
  month: Month,
  random: ReturnType<typeof createRandom>,
  sum: GhostFigures,
): Promise<QuotaWorld> {
  const world = worldOf(month);
  // The oracle knows nothing of other devices.
  world.audit.stop();
  let spentAtMs = -Infinity;
  for (const act of month.acts) {
    if (random.chance(0.25)) {
      spentAtMs = world.nowMs();
      world.model.spendElsewhere(between(random, 1, 6), between(random, 0, 20), spentAtMs);
    }
    if (random.chance(0.1)) await compared(world, month, spentAtMs, sum);
    // A laptop's clock and time zone are other months' business; a lost 429 is not heard.
    if (act.do === 'wall' || act.do === 'zone' || act.do === 'lose') continue;
    // Whoever dies on hearing a 429, before it is written down, has not heard it: here deaths come between calls.
    if (act.do === 'crash') await again(world, false, act.downMs, null);
    else await perform(world, act.do === 'restart' || act.do === 'kill' ? { ...act, aheadMs: null } : act);
    if (world.isDead()) await again(world, false, 0, null);
  }
  return world;
}

/** In the seconds around a reset a reading may be of the window that ends, which is then left alone. */
const NEAR_MS = 20_000;

async function compared(
  world: QuotaWorld,
  { countsItself }: Month,
  spentAtMs: number,
  sum: GhostFigures,
): Promise<void> {
  // Where a service counts a reading only afterwards and others spend, the two cannot be told apart: one call is open.
  const open = countsItself ? 0 : 1;
  let isLast = true;
  const ending = world.confirm().then((end) => {
    const isNear = boundaryMs(world, 'day') - world.nowMs() < NEAR_MS || world.nowMs() % DAY_MS < NEAR_MS;
    // A reading that was under way already may be older than what was spent elsewhere since.
    const reading = world.transcript.findLast(({ call }) => call.kind === 'stats');
    // And a call of a run that died may still be on its way to the service: it is charged after the reading.
    const isNewest =
      reading !== undefined &&
      reading.atMs > spentAtMs &&
      world.transcript.every(({ sentAtMs, atMs }) => atMs <= reading.atMs || sentAtMs > reading.atMs);
    if (end === 'ok' && isLast && !isNear && isNewest)
      sum.belowAfterStats += Object.values(world.drift()).filter((amount) => amount < -open).length;
  });
  void ending;
  await world.clock.advance(70_000);
  isLast = false;
}

const NARROW = new Set(['monthly_export', 'monthly_pagination', 'daily_company_detail']);

function resetMs({ limitType, atMs }: Heard): number {
  const at = new Date(atMs);
  if (limitType === 'per_minute') return atMs + 60_000;
  return limitType?.startsWith('daily') === true
    ? (Math.floor(atMs / DAY_MS) + 1) * DAY_MS
    : Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

/** Whether a call takes from the budget that was refused: such a call is of its class. */
function isOfClass({ call }: Heard, limitType: string | null, knownToday: boolean): boolean {
  if (limitType === null || !NARROW.has(limitType)) return true;
  if (limitType === 'monthly_pagination') return call.kind === 'list';
  return limitType === 'monthly_export' ? true : call.companyId !== null && !knownToday;
}

/** The guard band on both sides, and the answer's way. */
const AFTER_RESET_MS = 60_000;

function startMs({ limitType, atMs }: Heard): number {
  const at = new Date(atMs);
  return limitType?.startsWith('daily') === true
    ? Math.floor(atMs / DAY_MS) * DAY_MS
    : Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
}

function sentInSpite(transcript: readonly Heard[]): string[] {
  return transcript.flatMap((refused) => {
    const { heardAtMs, limitType, atMs } = refused;
    if (refused.status !== 429 || heardAtMs === null) return [];
    // Right after a reset it may be meant for the window that ended: then its class rests for a minute only.
    if (limitType !== 'per_minute' && atMs - startMs(refused) < AFTER_RESET_MS) return [];
    const untilMs = resetMs(refused);
    return transcript
      .filter(
        (later) =>
          later.sentAtMs > heardAtMs &&
          later.atMs < untilMs &&
          isOfClass(later, limitType, isKnown(transcript, later)),
      )
      .map(
        (later) =>
          `${String(limitType)} at ${new Date(atMs).toISOString()}, then ${later.canonical} ${later.status} at ${new Date(later.atMs).toISOString()}`,
      );
  });
}

/** The company was charged on that day already: it takes nothing from the day's new companies. */
const isKnown = (transcript: readonly Heard[], { call, atMs }: Heard): boolean =>
  transcript.some(
    (earlier) =>
      earlier.status === 200 &&
      earlier.call.companyId === call.companyId &&
      earlier.atMs < atMs &&
      Math.floor(earlier.atMs / DAY_MS) === Math.floor(atMs / DAY_MS),
  );

function inWindows(refusals: readonly Heard[]): number[] {
  const windows = new Map<string, number>();
  for (const refused of refusals) {
    const startMs = refused.limitType === 'per_minute' ? Math.floor(refused.atMs / 60_000) : resetMs(refused);
    const key = `${String(refused.limitType)} ${startMs}`;
    windows.set(key, (windows.get(key) ?? 0) + 1);
  }
  return [...windows.values()];
}
