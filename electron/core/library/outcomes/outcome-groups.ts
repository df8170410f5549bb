import type { OutcomeGrouping, Outcomes } from '../../../../shared/model/outcomes/outcomes.ts';
import { FIT_RANGES } from '../../../../shared/model/library-values.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { OUTCOME_VALUES_MAX } from '../../../../shared/model/outcomes/outcome-values.ts';
import { clip } from '../../foundation/clip-text.ts';
import { rangeOfFit } from '../index/filters.ts';
import type { CompanyFacts } from '../index/library-search.ts';
import { forEachRange, type YieldIfDue } from '../index/time-slices.ts';
import { KEY_MAX, type Dictionary } from '../index/list-columns.ts';
import { addCompany, SLOTS_PAGE, type Counted } from './counted-companies.ts';
import { keyOfSource, OTHERWISE, searchOfSource, WEBHOOK } from './found-by.ts';
import { createTally, funnelOf, type Tally } from './funnel.ts';
import type { OutcomeFacts } from './outcome-facts.ts';

/* Groups the companies of a query. Has no side effects, apart from yielding to other tasks. */

type Groups = Pick<Outcomes, 'groups' | 'others'>;
interface Parts {
  readonly company: CompanyFacts;
  readonly facts: OutcomeFacts;
  readonly counted: Counted;
  /** The user's lists, in display order. */
  readonly lists: readonly { readonly id: string; readonly name: string }[];
  /** Whether the outcomes are limited to the companies of one list. */
  readonly isListed: boolean;
  readonly yieldIfDue: YieldIfDue;
}

export async function groupsBy(by: OutcomeGrouping, parts: Parts): Promise<Groups> {
  const { columns } = parts.company;
  switch (by) {
    case 'search':
      return bySource(parts);
    case 'list':
      return byList(parts);
    case 'stage':
      return byValue(parts, columns.stage, columns.stages);
    case 'country':
      return byValue(parts, columns.country, columns.countries);
    case 'fit':
      return byFit(parts);
  }
}

/** Returns the tallies of all groups, by group number. `groupOf` returns the group number of a slot. */
async function tallied(
  { counted, facts, yieldIfDue }: Parts,
  groupOf: (slot: number) => number,
): Promise<Map<number, Tally>> {
  const tallies = new Map<number, Tally>();
  const { slots } = counted;
  const countRange = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      const slot = slots[at] ?? 0;
      const group = groupOf(slot);
      let tally = tallies.get(group);
      if (tally === undefined) tallies.set(group, (tally = createTally()));
      addCompany(tally, counted, facts, slot);
    }
  };
  await forEachRange(slots.length, SLOTS_PAGE, countRange, yieldIfDue);
  return tallies;
}

const sizeOf = ({ levels }: Tally): number => levels.reduce((sum, count) => sum + count, 0);

async function bySource(parts: Parts): Promise<Groups> {
  const { counted, facts, isListed } = parts;
  const { of, count } = counted.sources;
  const tallies = await tallied(parts, (slot) => of[slot] ?? OTHERWISE);
  const ordered = [...Array.from({ length: count - 2 }, (_, at) => at + 2), WEBHOOK, OTHERWISE];
  const rows = ordered.flatMap((source) => {
    const tally = tallies.get(source) ?? createTally();
    // Even a search that found no new company has used records.
    if (!isListed && counted.foundBySource[source] === 0) tally.records += counted.pools[source] ?? 0;
    // A search normally has a row even if it found no company. It has none if only the companies of a list
    // are counted.
    const isAlways = !isListed && searchOfSource(facts, source) !== null;
    return sizeOf(tally) === 0 && tally.records === 0 && !isAlways ? [] : [{ source, tally }];
  });
  const bySize = [...rows].sort((a, b) => sizeOf(b.tally) - sizeOf(a.tally));
  const rest = new Set(bySize.slice(LIST_LIMIT_MAX));
  const groups = rows
    .filter((row) => !rest.has(row))
    .map(({ source, tally }) => {
      const search = searchOfSource(facts, source);
      const label = search === null ? null : clip(search.name, KEY_MAX);
      return { key: keyOfSource(facts, source), label, funnel: funnelOf(tally) };
    });
  return { groups, others: othersOf([...rest].map(({ tally }) => tally)) };
}

/**
 * Groups the companies by list. A company may be in several lists, so the sum of the rows may exceed the
 * total.
 */
async function byList({ company, counted, facts, lists, yieldIfDue }: Parts): Promise<Groups> {
  const isCounted = new Uint8Array(company.columns.size);
  for (const slot of counted.slots) isCounted[slot] = 1;
  const groups: Outcomes['groups'] = [];
  for (const { id, name } of lists) {
    const tally = createTally();
    const members = company.lists.get(id) ?? new Uint32Array();
    const countRange = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) {
        const slot = members[at] ?? 0;
        if (isCounted[slot] === 1) addCompany(tally, counted, facts, slot);
      }
    };
    await forEachRange(members.length, SLOTS_PAGE, countRange, yieldIfDue);
    if (sizeOf(tally) > 0) groups.push({ key: id, label: clip(name, KEY_MAX), funnel: funnelOf(tally) });
  }
  return { groups, others: null };
}

const othersOf = (tallies: readonly Tally[]): Groups['others'] =>
  tallies.length === 0 ? null : { values: tallies.length, funnel: funnelOf(sumOf(tallies)) };

async function byValue(
  parts: Parts,
  column: ArrayLike<number>,
  { keys, labels }: Dictionary,
): Promise<Groups> {
  const tallies = await tallied(parts, (slot) => column[slot] ?? 0);
  const unknown = tallies.get(0);
  tallies.delete(0);
  const ordered = [...tallies].sort(
    ([a, ofA], [b, ofB]) => sizeOf(ofB) - sizeOf(ofA) || ((keys[a] ?? '') < (keys[b] ?? '') ? -1 : 1),
  );
  const rest = ordered.slice(OUTCOME_VALUES_MAX);
  const groups = ordered.slice(0, OUTCOME_VALUES_MAX).map(([value, tally]) => ({
    key: keys[value] ?? null,
    label: labels[value] ?? null,
    funnel: funnelOf(tally),
  }));
  return {
    groups:
      unknown === undefined ? groups : [...groups, { key: null, label: null, funnel: funnelOf(unknown) }],
    others: othersOf(rest.map(([, tally]) => tally)),
  };
}

function sumOf(tallies: readonly Tally[]): Tally {
  const sum = createTally();
  for (const tally of tallies) {
    tally.levels.forEach((count, level) => (sum.levels[level] = (sum.levels[level] ?? 0) + count));
    sum.records += tally.records;
    for (const days of tally.daysToContact) sum.daysToContact.push(days);
    for (const days of tally.daysToReply) sum.daysToReply.push(days);
  }
  return sum;
}

async function byFit(parts: Parts): Promise<Groups> {
  const { columns, hasFits } = parts.company;
  if (!hasFits) return { groups: [], others: null };
  const tallies = await tallied(parts, (slot) => FIT_RANGES.indexOf(rangeOfFit(columns.fit[slot] ?? 0)));
  const groups = FIT_RANGES.flatMap((key, at) => {
    const tally = tallies.get(at);
    return tally === undefined ? [] : [{ key, label: null, funnel: funnelOf(tally) }];
  });
  return { groups, others: null };
}
