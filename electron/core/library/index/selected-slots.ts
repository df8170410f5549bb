import type { LibraryFilters, RoundFilter } from '../../../../shared/model/library.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import {
  BEFORE_ROUNDS,
  companiesOfRoles,
  companiesOfRounds,
} from '../../database/queries/cache/insight-rounds.ts';
import { rolesSinceMs } from '../../database/queries/cache/why-now-facts.ts';
import { investorMerges } from '../../database/queries/yours/investors.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import type { Columns } from './columns.ts';
import { keyOf } from './list-columns.ts';
import type { SearchWorld, SelectedSlots } from './search-state.ts';
import type { YieldIfDue } from './time-slices.ts';

/*
 * Selects the companies that pass the filters `round` and `departments`. The columns contain only the newest
 * round of each company and no roles, so older rounds and all roles are read from the database. The result is
 * reused until a fact about a company changes.
 */

type StoredSelection = Omit<SelectedSlots, 'outcome'>;
const NONE: StoredSelection = { round: null, departments: null };
/** Number of rows that are read between two yields. */
const PAGE = 500;

export async function selectedSlots(
  world: SearchWorld,
  { round, departments }: Pick<LibraryFilters, 'round' | 'departments'>,
  nowMs: number,
  yieldIfDue: YieldIfDue,
): Promise<StoredSelection> {
  if (round === null && departments.length === 0) return NONE;
  const { columns } = world;
  // Merging investors does not change `facts`, so the merged names are part of the key.
  const investors = round === null ? [] : foldedNames(world, round.investors);
  // The day is part of the key, because a role becomes too old to be counted after some days.
  const key = JSON.stringify([round, investors, departments, columns.size, Math.floor(nowMs / DAY_MS)]);
  const known = world.selected;
  if (known !== null && known.key === key && known.facts === columns.facts) return known.slots;
  const slots = {
    round: round === null ? null : await withRound(world, round, investors, yieldIfDue),
    departments: departments.length === 0 ? null : await withRoles(world, departments, nowMs, yieldIfDue),
  };
  world.selected = { key, facts: columns.facts, slots };
  return slots;
}

/** Returns all folded names of these investors, including the names that the user merged into them. */
function foldedNames({ yours }: SearchWorld, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const merges = investorMerges(yours);
  return names.flatMap((name) => {
    const folded = fold(name);
    const root = merges.find(({ nameFolded }) => nameFolded === folded)?.intoFolded ?? folded;
    const merged = merges.filter(({ intoFolded }) => intoFolded === root);
    return [root, ...merged.map(({ nameFolded }) => nameFolded)];
  });
}

async function withRound(
  { cache, columns }: SearchWorld,
  filter: RoundFilter,
  investorsFolded: readonly string[],
  yieldIfDue: YieldIfDue,
): Promise<Uint8Array> {
  if (filter.newest) return withNewestRound(columns, filter);
  const { from, to, stages, currency, minAmount, maxAmount } = filter;
  const selected = new Uint8Array(columns.size);
  const amounts = { currency, minAmount, maxAmount };
  const selection = { from, to, stagesFolded: stages.map(keyOf), ...amounts, investorsFolded };
  let after = BEFORE_ROUNDS;
  for (;;) {
    const page = companiesOfRounds(cache, selection, after, PAGE);
    for (const { companyId, hasInvestor } of page) if (hasInvestor) select(columns, selected, companyId);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return selected;
    after = last;
    await yieldIfDue();
  }
}

/**
 * Selects companies by their newest round. The columns contain this round, so no rows are read from the
 * database.
 */
function withNewestRound(columns: Columns, filter: RoundFilter): Uint8Array {
  const { size, announcedDay, stage, amount, currency } = columns;
  const [first, last] = [Date.parse(filter.from) / DAY_MS, Date.parse(filter.to) / DAY_MS];
  const stages = new Set(filter.stages.map((value) => columns.stages.numbers.get(keyOf(value)) ?? -1));
  const currencyNumber =
    filter.currency === null ? null : (columns.currencies.numbers.get(keyOf(filter.currency)) ?? -1);
  const [min, max] = [filter.minAmount, filter.maxAmount];
  const needsAmount = currencyNumber !== null || min !== null || max !== null;
  const selected = new Uint8Array(size);
  for (let slot = 0; slot < size; slot += 1) {
    const day = announcedDay[slot] ?? 0;
    if (day < first || day > last) continue;
    if (stages.size > 0 && !stages.has(stage[slot] ?? 0)) continue;
    const value = amount[slot] ?? NaN;
    if (needsAmount && !(value > 0 && value >= (min ?? 0) && value <= (max ?? Infinity))) continue;
    if (currencyNumber === null || currency[slot] === currencyNumber) selected[slot] = 1;
  }
  return selected;
}

async function withRoles(
  { cache, columns }: SearchWorld,
  departments: readonly string[],
  nowMs: number,
  yieldIfDue: YieldIfDue,
): Promise<Uint8Array> {
  const selected = new Uint8Array(columns.size);
  const filter = { departments, fetchedSinceMs: rolesSinceMs(nowMs) };
  let after = -1;
  for (;;) {
    const page = companiesOfRoles(cache, filter, after, PAGE);
    for (const { companyId } of page) select(columns, selected, companyId);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return selected;
    after = last.rowId;
    await yieldIfDue();
  }
}

function select({ slotOf }: Columns, selected: Uint8Array, companyId: string): void {
  const slot = slotOf.get(companyId);
  if (slot !== undefined) selected[slot] = 1;
}
