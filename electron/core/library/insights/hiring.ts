import type { Insights } from '../../../../shared/model/insights/insights.ts';
import { DEPARTMENTS } from '../../../../shared/model/limits.ts';
import { companiesWithRolesAfter } from '../../database/queries/cache/insight-rounds.ts';
import { changesMade } from '../../database/queries/cache/search-index.ts';
import { openRolesAmong } from '../../database/queries/cache/why-now-facts.ts';
import type { ReadDb } from '../../database/sql.ts';
import type { Columns } from '../index/columns.ts';
import type { YieldIfDue } from '../index/time-slices.ts';
import type { RoundFacts } from './round-facts.ts';

type Department = (typeof DEPARTMENTS)[number];
type Hiring = Insights['hiring'];

/** Number of companies that are read between two yields. */
const PAGE = 200;

/** Open roles of companies, by slot. `loaded` contains the companies whose roles were fetched or reported. */
export interface RoleFacts {
  readonly roles: ReadonlyMap<number, readonly { readonly department: string; readonly count: number }[]>;
  readonly loaded: ReadonlySet<number>;
}

/** Returns the slots of the companies with these rounds, without duplicates. */
export function companiesOf(facts: RoundFacts, rounds: Uint32Array, columns: Columns): Uint32Array {
  const seen = new Uint8Array(columns.size);
  const slots = new Uint32Array(rounds.length);
  let count = 0;
  for (let at = 0; at < rounds.length; at += 1) {
    const slot = facts.slot[rounds[at] ?? 0] ?? 0;
    if (seen[slot] === 1) continue;
    seen[slot] = 1;
    slots[count++] = slot;
  }
  return slots.slice(0, count);
}

/** Creates a loader that reads the open roles of companies, and caches them until `cache.db` changes. */
export function createRoleLoader(cache: ReadDb) {
  let changes = -1;
  let roles = new Map<number, { department: string; count: number }[]>();
  let loaded = new Set<number>();
  const readLoaded = async (slotOf: Columns['slotOf'], yieldIfDue: YieldIfDue): Promise<void> => {
    let after = '';
    for (;;) {
      const page = companiesWithRolesAfter(cache, after, PAGE);
      for (const id of page) loaded.add(slotOf.get(id) ?? -1);
      after = page.at(-1) ?? '';
      if (page.length < PAGE) return;
      await yieldIfDue();
    }
  };
  return {
    load: async (
      slots: Uint32Array,
      { ids, slotOf }: Columns,
      sinceMs: number,
      yieldIfDue: YieldIfDue,
    ): Promise<RoleFacts> => {
      const now = changesMade(cache);
      if (now !== changes) {
        [changes, roles, loaded] = [now, new Map(), new Set()];
        await readLoaded(slotOf, yieldIfDue);
      }
      const missing = slots.filter((slot) => loaded.has(slot) && !roles.has(slot));
      for (let from = 0; from < missing.length; from += PAGE) {
        const page = missing.subarray(from, from + PAGE);
        const idsOfPage = Array.from(page, (slot) => ids[slot] ?? '');
        for (const slot of page) roles.set(slot, []);
        for (const { companyId, department, count } of openRolesAmong(cache, idsOfPage, sinceMs))
          if (department !== null) roles.get(slotOf.get(companyId) ?? -1)?.push({ department, count });
        await yieldIfDue();
      }
      return { roles, loaded };
    },
  };
}

/**
 * Counts companies and roles by department. Pure.
 *
 * @param own the departments of the user's buyer roles; null if there are none
 */
export function hiringIn(
  { roles, loaded }: RoleFacts,
  slots: Uint32Array,
  own: readonly Department[] | null,
): Hiring {
  const counts = new Map<string, { companies: number; roles: number }>();
  let loadedCount = 0;
  for (const slot of slots) {
    if (loaded.has(slot)) loadedCount += 1;
    for (const { department, count } of roles.get(slot) ?? []) {
      const known = counts.get(department) ?? { companies: 0, roles: 0 };
      counts.set(department, { companies: known.companies + 1, roles: known.roles + count });
    }
  }
  const departments = DEPARTMENTS.filter((each) => own === null || own.includes(each))
    .map((department) => ({ department, ...(counts.get(department) ?? { companies: 0, roles: 0 }) }))
    .filter(({ companies }) => own !== null || companies > 0)
    .sort((a, b) => b.companies - a.companies || b.roles - a.roles);
  return { isOwn: own !== null, departments, loaded: loadedCount };
}
