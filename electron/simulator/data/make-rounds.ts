import { significant } from './amount.ts';
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from './calendar.ts';
import { PER_DOLLAR, type Country } from './countries.ts';
import { INVESTORS, LENDERS } from './names.ts';
import { opaqueId, type Random } from './random.ts';
import { FUTURE_DAYS, type Investor, type Round } from './company-model.ts';

interface RoundsSeed {
  readonly random: Random;
  readonly companyId: string;
  readonly country: Country;
  readonly worldSeed: number;
  readonly index: number;
  readonly isNewcomer: boolean;
  readonly epochMs: number;
}

interface StageRange {
  readonly stage: string;
  readonly minUsd: number;
  readonly maxUsd: number;
}

const STAGE_RANGES: readonly StageRange[] = [
  { stage: 'Pre-Seed', minUsd: 150e3, maxUsd: 1.5e6 },
  { stage: 'Seed', minUsd: 1e6, maxUsd: 6e6 },
  { stage: 'Series A', minUsd: 6e6, maxUsd: 24e6 },
  { stage: 'Series B', minUsd: 18e6, maxUsd: 75e6 },
  { stage: 'Series C+', minUsd: 50e6, maxUsd: 450e6 },
];
const DEBT: StageRange = { stage: 'Debt', minUsd: 2e6, maxUsd: 80e6 };
const BOOTSTRAPPED: StageRange = { stage: 'Bootstrapped', minUsd: 0, maxUsd: 0 };

const MAX_ROUNDS = 5;
const DENSE_DAYS = 60;
const DENSE_SHARE = 0.3;
const MAX_PUBLICATION_DELAY_DAYS = 14;

/**
 * Creates one to five rounds, oldest first. At least one round is published by the epoch, unless the company
 * is a newcomer.
 */
export function makeRounds(given: RoundsSeed): Round[] {
  const { random } = given;
  const days = pickDays(random, given.isNewcomer);
  const isBootstrapped = days.length === 1 && random.chance(0.06);
  let step = random.int(0, Math.max(0, Math.min(2, STAGE_RANGES.length - days.length)));
  let previousUsd = 0;
  return days.map((day, position) => {
    const isSideRound = position > 0 && random.chance(0.08);
    const stageRange = STAGE_RANGES[Math.min(step, STAGE_RANGES.length - 1)] ?? DEBT;
    const range = isBootstrapped ? BOOTSTRAPPED : isSideRound ? DEBT : stageRange;
    if (!isSideRound) step += 1;
    const usd = pickUsd(random, range, isSideRound ? 0 : previousUsd);
    if (!isSideRound && usd !== null) previousUsd = usd;
    return makeRound(given, { day, position, range, usd, isFirst: position === 0 });
  });
}

/** Picks the days of the rounds, relative to the epoch, in ascending order. */
function pickDays(random: Random, isNewcomer: boolean): number[] {
  const past: number[] = [];
  if (!isNewcomer) {
    const isDense = random.chance(DENSE_SHARE);
    let day = isDense ? -random.int(1, DENSE_DAYS) : -DENSE_DAYS - 1 - Math.floor(random.next() * 1100);
    for (let left = random.int(1, 4); left > 0; left -= 1) {
      past.unshift(day);
      day -= random.int(240, 700);
    }
  }
  const future: number[] = [];
  let earliest = isNewcomer ? 0 : Math.max(0, (past.at(-1) ?? 0) + 180);
  let chance = isNewcomer ? 1 : 0.75;
  while (earliest < FUTURE_DAYS && random.chance(chance)) {
    const day = random.int(earliest, FUTURE_DAYS);
    future.push(day);
    earliest = day + 180;
    chance = 0.25;
  }
  return [...past, ...future].slice(-MAX_ROUNDS);
}

function pickUsd(random: Random, range: StageRange, previousUsd: number): number | null {
  const isDisclosed = range.maxUsd > 0 && !random.chance(0.06);
  if (!isDisclosed) return null;
  const spread = random.next() * random.next();
  const usd = range.minUsd + (range.maxUsd - range.minUsd) * spread;
  return Math.max(usd, previousUsd * 1.3);
}

interface RoundSeed {
  readonly day: number;
  readonly position: number;
  readonly range: StageRange;
  readonly usd: number | null;
  readonly isFirst: boolean;
}

function makeRound(given: RoundsSeed, round: RoundSeed): Round {
  const { random, country, epochMs } = given;
  const announcedOn = dayOf(epochMs + round.day * DAY_MS);
  const currency = random.chance(country.dollarShare) ? 'USD' : country.currency;
  const rate = PER_DOLLAR[currency] ?? 1;
  const hasStage = !random.chance(0.04);
  const isUndisclosed = round.usd === null || (!hasStage && random.chance(0.6));
  const amount = isUndisclosed ? null : significant((round.usd ?? 0) * rate, random.chance(0.3) ? 3 : 2);
  const announcedAt = `${announcedOn}T${pickTime(random)}${random.pick(country.offsets)}`;
  const id = opaqueId('fnd', given.worldSeed, given.index, round.position);
  return {
    id,
    companyId: given.companyId,
    currency,
    amount,
    announcedOn,
    stage: hasStage ? round.range.stage : 'undisclosed',
    amountUsd: amount === null ? null : Math.round(amount / rate),
    announcedAt,
    publishedAtMs: pickPublication(given, round, announcedAt),
    investors: pickInvestors(random, round.range.stage),
  };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const pickTime = (random: Random): string =>
  `${twoDigits(random.int(6, 23))}:${twoDigits(random.int(0, 11) * 5)}:00`;

/**
 * Picks the publication time, 0 to 14 days after the announcement. Unless the company is a newcomer, its
 * first round is published at the epoch or earlier.
 */
function pickPublication(given: RoundsSeed, round: RoundSeed, announcedAt: string): number {
  const { random, epochMs } = given;
  const delayDays = random.chance(0.4) ? 0 : random.int(1, MAX_PUBLICATION_DELAY_DAYS);
  const withinDayMs = 5 * HOUR_MS + random.int(0, 15 * 60) * MINUTE_MS;
  const plannedMs = epochMs + (round.day + delayDays) * DAY_MS + withinDayMs;
  const publishedAtMs = Math.max(plannedMs, Date.parse(announcedAt));
  return round.isFirst && !given.isNewcomer ? Math.min(publishedAtMs, epochMs) : publishedAtMs;
}

function pickInvestors(random: Random, stage: string): Investor[] {
  if (stage === 'Bootstrapped') return [];
  if (stage === 'Debt') return [{ name: random.pick(LENDERS), type: 'lead' }];
  const names = new Set<string>();
  for (let count = random.int(1, 6); count > 0; count -= 1) {
    // Squaring the random number favours the start of the list: a few firms invest often, and most invest
    // rarely.
    names.add(INVESTORS[Math.floor(random.next() ** 2 * INVESTORS.length)] ?? random.pick(INVESTORS));
  }
  return [...names].map((name, index) => ({ name, type: index === 0 ? 'lead' : 'participant' }));
}
