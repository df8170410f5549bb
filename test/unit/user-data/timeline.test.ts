import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ledgerMigrations } from '../../../electron/core/database/migrations/ledger/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { insertOwnAct } from '../../../electron/core/database/queries/yours/user-actions.ts';
import { exec, run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { timelineOf } from '../../../electron/core/user-data/timeline.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { createStatuses } from '../../../electron/core/user-data/statuses.ts';
import { recordChange, undoChange } from '../../../electron/core/user-data/undo-journal.ts';
import { createTags } from '../../../electron/core/user-data/tags.ts';
import { createTasks } from '../../../electron/core/user-data/tasks.ts';
import {
  timelineEntrySchema,
  type TimelineEntry,
  type TimelinePlace,
} from '../../../shared/model/timeline.ts';
import * as fixtures from '../../support/app/library-fixtures.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 10, 9);
let files: { cache: WriteDb; yours: WriteDb; ledger: WriteDb };

function memoryLedger(): WriteDb {
  const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  migrate(db, ledgerMigrations);
  return db;
}
const insertCompany = (companyId: string, firstSeenAtMs = NOW - 30 * DAY): void =>
  void run(
    files.cache,
    `INSERT INTO company (company_id, name, name_folded, source, fetched_at_ms, first_seen_at_ms, field_claims)
     VALUES (:companyId, :companyId, :companyId, 'company', :firstSeenAtMs, :firstSeenAtMs, '{}')`,
    { companyId, firstSeenAtMs },
  );
const insertRound = (companyId: string, roundId: string, announcedOn: string | null): void =>
  void run(
    files.cache,
    `INSERT INTO round (company_id, round_id, derived_id, detail_level, stage, stage_folded, announced_on, source,
       fetched_at_ms, field_claims)
     VALUES (:companyId, :roundId, 0, 'full', 'Seed', 'seed', :announcedOn, 'rounds', 0, '{}')`,
    { companyId, roundId, announcedOn },
  );
const insertRole = (
  companyId: string,
  roleId: string,
  seenAtMs: number,
  removedAtMs: number | null = null,
): void =>
  void run(
    files.cache,
    `INSERT INTO open_role (company_id, role_id, title, first_seen_at_ms, met_at_ms, gone_at_ms, source, fetched_at_ms, raw)
     VALUES (:companyId, :roleId, :roleId, :seenAtMs, :seenAtMs, :removedAtMs, 'open-roles', 0, '{}')`,
    { companyId, roleId, seenAtMs, removedAtMs },
  );
const insertRequest = (
  companyId: string | null,
  state: string,
  atMs: number,
  status: number | null = 200,
): void =>
  void run(
    files.ledger,
    `INSERT INTO entry (epoch, key_epoch, at_ms, wall_ms, endpoint, call, company_id, screen, reason, lane,
       accepted_requests, accepted_records, accepted_page_turns, accepted_companies,
       reserved_requests, reserved_records, reserved_page_turns, reserved_companies,
       state, from_ms, completed_ms, cost_requests, cost_records, cost_page_turns, cost_companies, status)
     VALUES (1, 1, :atMs, :atMs, 'company', '/companies/a', :companyId, 'company', 'You', 'interactive',
       1, 1, 0, 1, 1, 1, 0, 1, :state, :atMs, :completedMs, :cost, :cost, :none, :none, :status)`,
    {
      companyId,
      state,
      atMs,
      status,
      completedMs: state === 'unknown' ? null : atMs,
      cost: state === 'spent' ? 1 : state === 'released' ? 0 : null,
      none: state === 'unknown' ? null : 0,
    },
  );
const insertAct = (atMs: number, what: 'copied' | 'opened' | 'suppressed', about: string | null): number =>
  insertOwnAct(files.yours, {
    companyId: 'a',
    companyName: 'A',
    atMs,
    what,
    about,
    personRefId: null,
  });
const page = (query: Partial<Parameters<typeof timelineOf>[1]> = {}) =>
  timelineOf(files, { companyId: 'a', show: 'all', after: null, limit: 50, ...query });

beforeEach(() => {
  files = { cache: fixtures.memoryCache(), yours: fixtures.memoryYours(), ledger: memoryLedger() };
  insertCompany('a');
  insertCompany('b');
});

describe('timeline', () => {
  it('reports a note as added once, however often it was saved while it was written, and as edited later', () => {
    const notes = createNotes(files.yours);
    const save = (body: string, savedAtMs: number, begins = false): void =>
      void notes.save({
        companyId: 'a',
        companyName: 'A',
        body,
        baseRevision: notes.get('a').revision,
        savedAtMs,
        begins,
      });
    const shown = (): [number, boolean][] =>
      page({ show: 'own' }).entries.flatMap((entry) =>
        entry.what === 'note' ? [[entry.atMs, entry.isFirst] as [number, boolean]] : [],
      );
    save('Met', NOW, true);
    save('Met their', NOW + 1000);
    save('Met their founder', NOW + 2000);
    expect(shown()).toEqual([[NOW + 2000, true]]);
    save('Met their founder twice', NOW + DAY, true);
    expect(shown()).toEqual([
      [NOW + DAY, false],
      [NOW + 2000, true],
    ]);
  });

  it('lists a contact that was logged on its day above what happened before, and one logged later by its day', () => {
    const loggedMs = new Date(2026, 5, 9, 23, 30).getTime();
    const log = (happenedOn: string, line: string): void =>
      void run(
        files.yours,
        `INSERT INTO contact_log (company_id, company_name, happened_on, channel, line, created_at_ms)
         VALUES ('a', 'A', :happenedOn, 'email', :line, :loggedMs)`,
        { happenedOn, line, loggedMs },
      );
    insertAct(loggedMs - 60_000, 'copied', 'message');
    log('2026-06-09', 'on the day');
    log('2026-06-08', 'a day later');
    const contacts = page({ show: 'own' }).entries.map((entry) => [
      entry.what === 'contact' ? entry.line : entry.what,
      entry.atMs,
    ]);
    expect(contacts).toEqual([
      ['on the day', loggedMs],
      ['copied', loggedMs - 60_000],
      ['a day later', Date.UTC(2026, 5, 8)],
    ]);
  });

  it('merges facts, requests and actions of this company only, newest first', () => {
    insertRound('a', 'r1', '2026-06-01');
    insertRound('a', 'r2', null);
    insertRound('b', 'r1', '2026-06-02');
    insertRole('a', 'Account executive', NOW - 3 * DAY, NOW - DAY);
    insertRole('a', 'Engineer', NOW - 3 * DAY + 1_000);
    insertRequest('a', 'spent', NOW - 2 * DAY);
    insertRequest('a', 'released', NOW - 2 * DAY + 1, 404);
    insertRequest('a', 'unknown', NOW - 2 * DAY + 2, null);
    // Adds requests that must not appear in the timeline: they failed, were refused, or are not about this
    // company.
    insertRequest('a', 'released', NOW - 2 * DAY, 500);
    insertRequest('a', 'refused', NOW - 2 * DAY);
    insertRequest('b', 'spent', NOW - 2 * DAY);
    insertRequest(null, 'spent', NOW - 2 * DAY);
    insertAct(NOW, 'copied', 'email');
    insertAct(NOW + 1, 'opened', 'website');
    insertAct(NOW + 2, 'suppressed', null);
    const { entries, totals, more } = page();
    expect(entries.map(({ what }) => what)).toEqual([
      'suppressed',
      'opened',
      'copied',
      'roles-gone',
      'call',
      'call',
      'call',
      'roles-seen',
      'round',
      'first-seen',
    ]);
    expect(
      entries.filter((entry) => entry.what === 'call').map(({ outcome, cost }) => [outcome, cost.records]),
    ).toEqual([
      ['unknown', 1],
      ['not-found', 0],
      ['spent', 1],
    ]);
    expect(entries.find(({ what }) => what === 'roles-seen')).toMatchObject({ count: 2, title: 'Engineer' });
    expect([totals, more]).toEqual([{ facts: 7, own: 3 }, false]);
    expect(page({ show: 'own' }).entries).toHaveLength(3);
    expect(page({ show: 'facts' }).entries).toHaveLength(7);
    expect(page({ companyId: 'nobody' })).toEqual({ entries: [], more: false, totals: { facts: 0, own: 0 } });
  });

  it('contains every status change, except those undone', () => {
    const subject = [{ companyId: 'a', companyName: 'A' }];
    const set = (statusId: 'contacted' | 'won' | null, atMs: number) =>
      recordChange(files.yours, { what: 'status-set', atMs }, (journal) =>
        createStatuses(files.yours, journal).set(subject, statusId, atMs),
      ).recorded.undo;
    set('contacted', NOW);
    set('won', NOW + 1);
    const undo = set(null, NOW + 2);
    const names = () =>
      page({ show: 'own' }).entries.map((entry) => (entry.what === 'status' ? entry.name : entry.what));
    expect(names()).toEqual([null, 'Won', 'Contacted']);
    const undone = undoChange(files.yours, undo ?? '', NOW + 3);
    expect(names()).toEqual(['Won', 'Contacted']);
    undoChange(files.yours, undone.recorded.undo ?? '', NOW + 4);
    expect(names()).toEqual([null, 'Won', 'Contacted']);
  });

  it('contains a tag merged into another once, under the other’s name', () => {
    const subject = [{ companyId: 'a', companyName: 'A' }];
    const tag = (name: string, atMs: number) =>
      recordChange(files.yours, { what: 'tagged', atMs }, (journal) =>
        createTags(files.yours, journal).add(subject, name, atMs),
      ).value.id;
    const [from, into] = [tag('Grid', NOW), tag('Storage', NOW + 1)];
    recordChange(files.yours, { what: 'tag-merged', atMs: NOW + 2 }, (journal) =>
      createTags(files.yours, journal).merge(from, into),
    );
    expect(page({ show: 'own' }).entries).toEqual([
      { what: 'tagged', key: `tag:${into}`, atMs: NOW, name: 'Storage' },
    ]);
    expect(page().totals.own).toBe(1);
  });

  it('omits entries of an unknown kind that another version wrote', () => {
    insertAct(NOW, 'copied', 'shoe size');
    exec(files.yours, "UPDATE own_act SET what = 'danced'");
    insertAct(NOW, 'opened', 'website');
    expect(page({ show: 'own' }).entries.map(({ what }) => what)).toEqual(['opened']);
  });

  it('contains the due date and time of a task', () => {
    files = { cache: fixtures.memoryCache(), yours: fixtures.memoryYours(), ledger: memoryLedger() };
    const due = { dueOn: '2026-06-12', dueTime: '14:30' };
    recordChange(files.yours, { what: 'task-added', atMs: NOW }, (journal) =>
      createTasks(files.yours, journal).add(
        [{ companyId: 'a', companyName: 'A' }],
        { title: 'Call', ...due },
        NOW,
      ),
    );
    expect(page({ limit: 50 }).entries).toMatchObject([{ what: 'task-added', title: 'Call', ...due }]);
  });

  it('is complete page by page, with each entry once, however many share a time', () => {
    const moment = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('round', 'role', 'call', 'act', 'task'), moment), {
          maxLength: 40,
        }),
        fc.integer({ min: 1, max: 7 }),
        (made, limit) => {
          files = { cache: fixtures.memoryCache(), yours: fixtures.memoryYours(), ledger: memoryLedger() };
          insertCompany('a', NOW);
          made.forEach(([what, at], index) => {
            const atMs = NOW + at * DAY;
            if (what === 'round') insertRound('a', `é${index}`, new Date(atMs).toISOString().slice(0, 10));
            else if (what === 'role') insertRole('a', `r${index}`, atMs);
            else if (what === 'call') insertRequest('a', 'spent', atMs);
            else if (what === 'act') insertAct(atMs, 'copied', 'website');
            else
              recordChange(files.yours, { what: 'task-added', atMs }, (journal) =>
                createTasks(files.yours, journal).add(
                  [{ companyId: 'a', companyName: 'A' }],
                  { title: `t${index}`, dueOn: null, dueTime: null },
                  atMs,
                ),
              );
          });
          const whole = page({ limit: 50 }).entries;
          const collected: TimelineEntry[] = [];
          for (let after: TimelinePlace | null = null; ;) {
            const { entries, more } = page({ after, limit });
            collected.push(...entries);
            const last = entries.at(-1);
            if (!more || last === undefined) break;
            after = { atMs: last.atMs, key: last.key };
          }
          expect(collected).toEqual(whole);
          expect(new Set(collected.map(({ key }) => key)).size).toBe(collected.length);
          for (const entry of collected) expect(timelineEntrySchema.safeParse(entry).success).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
