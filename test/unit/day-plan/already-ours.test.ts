import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { closingSoon } from '../../../electron/core/day-plan/closing-windows.ts';
import { gatherCalls } from '../../../electron/core/day-plan/gather-requests.ts';
import { proposePlan } from '../../../electron/core/day-plan/propose-plan.ts';
import { createPriceHints } from '../../../electron/core/library/price-hints.ts';
import { createWatchlists } from '../../../electron/core/user-data/lists.ts';
import { certainlyOurs } from '../../../electron/core/user-data/ours/ours-marks.ts';
import { countOursDue, dueCompanies } from '../../../electron/core/watch/due-refreshes.ts';
import { noticeClosing } from '../../../electron/core/watch/closing-window-changes.ts';
import { createWatchChanges, feed, newsOf } from '../../../electron/core/watch/watched-lists.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { OURS_KINDS } from '../../../shared/model/ours/ours-kinds.ts';
import { IS_FULL } from '../../support/common/full-size.ts';
import { createGoverned, START_MS, type Governed } from '../../support/quota/manual-governor.ts';
import { noJournal } from '../../support/app/no-journal.ts';
import { importText, openFiles, storeCompanies, type OursFiles } from '../user-data/ours/ours-world.ts';

/* The plan, the suggestions on Today and bulk requests omit companies that are marked as "Already yours". */

let governed: Governed | null = null;
afterEach(() => {
  governed?.governor.dispose();
  governed = null;
});

const dayBefore = (days: number): string => new Date(START_MS - days * DAY_MS).toISOString().slice(0, 10);

/** Opens a library with these companies. All of them are on one watched list, and their windows close soon. */
function openWorld(companies: number) {
  governed = createGoverned();
  const { governor, db: ledger } = governed;
  const files: OursFiles & { readonly ledger: typeof ledger } = { ...openFiles(), ledger };
  const ids = Array.from({ length: companies }, (_, at) => `c${at}`);
  storeCompanies(
    files,
    ids.map((companyId) => ({
      companyId,
      name: `Company ${companyId}`,
      website: `www.${companyId}.example`,
    })),
    dayBefore(25),
    START_MS - 20 * DAY_MS,
  );
  const lists = createWatchlists(files.yours, noJournal);
  const { id } = lists.create('Warm', START_MS - 21 * DAY_MS);
  for (const companyId of ids)
    lists.add({ id, companyId, companyName: companyId, reason: '', addedAtMs: START_MS - 20 * DAY_MS });
  createWatchChanges(files, noJournal).set(
    id,
    { watched: true, refreshDays: 1, recordsAMonth: 500 },
    START_MS - 19 * DAY_MS,
  );
  const parts = {
    files,
    governor,
    hints: createPriceHints(files.cache),
    canStoreContacts: () => true,
    countMatches: () => new Map(),
    lastReceivedAtMs: () => null,
  };
  /** Returns the companies that each part of the app would request or suggest. */
  const requested = () => ({
    plan: proposePlan(parts, { except: new Set() }).proposal.items.flatMap(
      ({ companyId }) => companyId ?? [],
    ),
    gathered: gatherCalls(parts, { onlyMatches: true }).calls.flatMap(({ companyId }) => companyId ?? []),
    suggested: closingSoon(files, { serverMs: START_MS, ownMs: START_MS }).map(({ row }) => row.companyId),
    bulk: dueCompanies(files, START_MS).map(({ companyId }) => companyId),
  });
  return { files, ids, parts, requested };
}

it('none of 1,000 pasted domains of stored companies is planned, suggested or requested in bulk', async () => {
  const { files, ids, parts, requested } = openWorld(1_000);
  const before = requested();
  for (const [part, companyIds] of Object.entries(before))
    expect(companyIds.length, part).toBeGreaterThan(part === 'plan' ? 10 : 900);
  await importText(files, ids.map((id) => `https://${id}.example/about`).join('\n'));
  expect(requested()).toEqual({ plan: [], gathered: [], suggested: [], bulk: [] });
  expect(countOursDue(files, START_MS, null)).toBe(1_000);
  expect(proposePlan(parts, { except: new Set() }).proposal.skipReasons).toContainEqual({
    why: 'ours',
    count: 2_000,
  });
});

it('a contact window that is about to close is no unseen news of such a company', async () => {
  const { files } = openWorld(3);
  expect(noticeClosing(files, START_MS + 2 * DAY_MS)).toBe(3);
  const unseen = () => feed(files, { listId: null, unseenOnly: true, offset: 0, limit: 9 });
  expect(unseen().unseen).toBe(3);
  await importText(files, 'https://c1.example');
  expect(
    unseen()
      .changes.map(({ companyId }) => companyId)
      .toSorted(),
  ).toEqual(['c0', 'c2']);
  expect(newsOf(files)).toHaveLength(3);
});

it('a match by name alone changes nothing', async () => {
  const { files, ids, requested } = openWorld(4);
  const before = requested();
  await importText(files, ids.map((id) => `Company ${id}`).join('\n'));
  expect(requested()).toEqual(before);
  expect(certainlyOurs(files, ids).size).toBe(0);
});

it('a plan never contains a company that a line matches exactly', async () => {
  const line = fc.record({
    at: fc.nat({ max: 14 }),
    as: fc.constantFrom('domain', 'address', 'part', 'name', 'unknown'),
    kind: fc.constantFrom(...OURS_KINDS),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.boolean(), async (lines, isLate) => {
      const { files, ids, requested } = openWorld(12);
      const textOf = ({ at, as }: (typeof lines)[number]): string =>
        ({
          domain: `c${at}.example`,
          address: `someone@c${at}.example`,
          part: `shop.c${at}.example/en`,
          name: `Company c${at} GmbH`,
          unknown: `d${at}.example`,
        })[as];
      for (const each of lines) await importText(files, textOf(each), each.kind);
      // Stores a company after the import, so the company has not been compared with the imported lines yet.
      if (isLate)
        storeCompanies(
          files,
          [{ companyId: 'c3', website: 'c3-other.example' }],
          dayBefore(25),
          START_MS - DAY_MS,
        );
      const exact = new Set(
        lines.filter(({ as }) => as !== 'name' && as !== 'unknown').map(({ at }) => `c${at}`),
      );
      if (isLate) exact.delete('c3');
      const expected = ids.filter((id) => !exact.has(id)).toSorted();
      for (const companyIds of Object.values(requested()))
        expect(companyIds.filter((id) => exact.has(id))).toEqual([]);
      expect([...new Set(requested().gathered)].toSorted()).toEqual(expected);
      governed?.governor.dispose();
    }),
    { numRuns: IS_FULL ? 60 : 25 },
  );
});
