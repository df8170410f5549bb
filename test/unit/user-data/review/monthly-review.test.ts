import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { putPreference } from '../../../../electron/core/database/queries/yours/preferences.ts';
import { run } from '../../../../electron/core/database/sql.ts';
import { createStatuses } from '../../../../electron/core/user-data/statuses.ts';
import { ENDPOINTS } from '../../../../shared/model/budget.ts';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/durations.ts';
import { localDate } from '../../../../shared/local-date.ts';
import type { MonthlyReview } from '../../../../shared/model/review/monthly-review.ts';
import { noJournal } from '../../../support/app/no-journal.ts';
import { IS_FULL } from '../../../support/common/full-size.ts';
import * as sql from './review-sql.ts';
import { reviewWorld, type ReviewWorld } from './review-world.ts';

const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Europe/Berlin'];
const ownZone = process.env['TZ'];
afterEach(() => {
  if (ownZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ownZone;
});

const MAY = Date.UTC(2026, 4, 1);
const JUNE = Date.UTC(2026, 5, 1);
/** A time at which May has ended in every time zone. */
const NOW = Date.UTC(2026, 5, 2, 12);

const stepOf = ({ steps }: MonthlyReview, wanted: string): number | undefined =>
  steps.find(({ step }) => step === wanted)?.companies;
const groupOf = ({ spending }: MonthlyReview, wanted: string): number | undefined =>
  spending.groups.find(({ group }) => group === wanted)?.records;

/** Generates times near the start and the end of May, and some within it. */
const times = fc.oneof(
  fc
    .constantFrom(MAY, JUNE)
    .chain((border) => fc.integer({ min: -26 * HOUR_MS, max: 26 * HOUR_MS }).map((ms) => border + ms)),
  fc.constantFrom(MAY - 1, MAY, JUNE - 1, JUNE, MAY - 200, JUNE - 200),
  fc.integer({ min: MAY - 20 * DAY_MS, max: JUNE + DAY_MS }),
);
const companyIds = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const requests = fc.record({
  kind: fc.constant('request' as const),
  endpoint: fc.constantFrom(...ENDPOINTS),
  atMs: times,
  records: fc.integer({ min: 0, max: 50 }),
  pageTurns: fc.integer({ min: 0, max: 1 }),
  companyId: fc.option(companyIds),
  state: fc.constantFrom('spent' as const, 'spent' as const, 'released' as const, 'unknown' as const),
});
const acts = fc.oneof(
  requests,
  fc.record({ kind: fc.constant('others' as const), atMs: times, records: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    kind: fc.constant('log' as const),
    companyId: companyIds,
    atMs: times,
    answer: fc.constantFrom(null, null, 'replied' as const, 'meeting' as const, 'not-interested' as const),
    channel: fc.constantFrom('email' as const, 'meeting' as const),
  }),
  fc.record({
    kind: fc.constant('status' as const),
    companyId: companyIds,
    atMs: times,
    statusId: fc.constantFrom('contacted' as const, 'replied' as const, 'meeting' as const, 'won' as const),
  }),
);

type Act = typeof acts extends fc.Arbitrary<infer T> ? T : never;

function apply(world: ReviewWorld, act: Act): void {
  if (act.kind === 'request') world.send(act);
  else if (act.kind === 'log') world.log(act.companyId, localDate(act.atMs), act.answer, act.channel);
  else if (act.kind === 'status') world.setStatus(act.companyId, act.statusId, act.atMs);
  else {
    const cost = { requests: 1, records: act.records, pageTurns: 1, companies: 0 };
    const span = { fromMs: act.atMs - HOUR_MS, toMs: act.atMs };
    world.ledger.addOthers(cost, span, { atMs: act.atMs, errorMs: 0, wallMs: act.atMs });
  }
}

describe('the review of a month', () => {
  it('equals direct SQL, in every time zone and at the borders of the month', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ZONES),
        fc.array(acts, { maxLength: 60 }),
        fc.array(times, { maxLength: 20 }),
        async (zone, done, stored) => {
          process.env['TZ'] = zone;
          const world = reviewWorld();
          for (const act of done) apply(world, act);
          stored.forEach((atMs, at) => world.store(`s${at}`, atMs));
          const { ledger, yours, cache } = world.files;
          const local = [new Date(2026, 4, 1).getTime(), new Date(2026, 5, 1).getTime()] as const;
          const bounds = { utc: [MAY, JUNE] as const, local, month: '2026-05' };
          const review = await world.read('2026-05', NOW);
          const { spending } = review;
          const groups = {
            searches: `'fundings', 'companies'`,
            contacts: `'contacts'`,
            profiles: `'company'`,
            'open-roles': `'open-roles'`,
            other: `'health', 'filters', 'stats', 'tech-stack', 'rounds', 'highlights', 'news'`,
          };
          let all = 0;
          for (const [group, endpoints] of Object.entries(groups)) {
            const expected = sql.records(ledger, bounds, endpoints);
            expect(groupOf(review, group)).toBe(expected);
            all += expected;
          }
          expect(spending.elsewhere).toBe(sql.others(ledger, bounds));
          expect(spending.records.used).toBe(all + spending.elsewhere);
          expect(spending.records.expired).toBe(Math.max(0, 3_000 - spending.records.used));
          expect(spending.pageTurns.used).toBe(sql.pageTurns(ledger, bounds));
          expect(stepOf(review, 'profiles')).toBe(sql.companiesCharged(ledger, bounds, 'company', 0));
          expect(stepOf(review, 'contacts')).toBe(sql.companiesCharged(ledger, bounds, 'contacts', 1));
          expect(stepOf(review, 'found')).toBe(sql.found(cache, bounds));
          const steps = ['contacted', 'replied', 'meeting', 'won'];
          expect(steps.map((step) => stepOf(review, step))).toEqual(
            steps.map((_, at) => sql.atStep(yours, bounds, at + 1)),
          );
          const replied = sql.atStep(yours, bounds, 2);
          expect(review.rates.recordsPerReply).toBe(replied === 0 ? null : spending.records.used / replied);
        },
      ),
      { numRuns: IS_FULL ? 500 : 40 },
    );
  });

  it('counts a request across a reset in both months, as the limits do', async () => {
    const world = reviewWorld();
    world.send({ endpoint: 'fundings', atMs: JUNE - 200, durationMs: 400, records: 25 });
    const july = Date.UTC(2026, 6, 3);
    const used = async (month: string) => (await world.read(month, july)).spending.records.used;
    expect([await used('2026-05'), await used('2026-06')]).toEqual([25, 25]);
  });

  it('reports that there is no data before the app was used', async () => {
    const world = reviewWorld();
    world.send({ endpoint: 'fundings', atMs: MAY + DAY_MS, records: 25 });
    const may = await world.read('2026-05', NOW);
    expect([may.hasData, may.earlier, may.later, may.before]).toEqual([true, null, null, null]);
    expect(may.spending.countedSinceMs).toBe(MAY + DAY_MS);
    const april = await world.read('2026-04', NOW);
    expect([april.hasData, april.suggestions, april.later]).toEqual([false, [], '2026-05']);
  });

  it('is about the last month that has ended, and only about such months', async () => {
    const world = reviewWorld();
    process.env['TZ'] = 'Europe/Berlin';
    // At this time, it is already June in Berlin. In UTC it is still May, so the service's limits have not
    // been reset, and May has not ended.
    expect((await world.read(null, JUNE - HOUR_MS)).month).toBe('2026-04');
    expect((await world.read(null, JUNE)).month).toBe('2026-05');
    process.env['TZ'] = 'America/New_York';
    expect((await world.read(null, JUNE + HOUR_MS)).month).toBe('2026-04');
    expect((await world.read(null, JUNE + 4 * HOUR_MS)).month).toBe('2026-05');
    await expect(world.read('2026-06', NOW)).rejects.toThrow(AppFailure);
  });

  it('counts the records of the month that the service has named', async () => {
    const world = reviewWorld();
    const reset = Date.UTC(2026, 4, 15, 9);
    run(
      world.files.ledger,
      `INSERT INTO named_reset (budget, resets_at_ms) VALUES ('month-records', :reset)`,
      {
        reset,
      },
    );
    world.send({ endpoint: 'fundings', atMs: reset - DAY_MS, records: 10 });
    world.send({ endpoint: 'fundings', atMs: reset + DAY_MS, records: 7 });
    const { spending } = await world.read('2026-05', NOW);
    expect([spending.isCalendarMonth, spending.fromMs, spending.untilMs, spending.records.used]).toEqual([
      false,
      Date.UTC(2026, 3, 15, 9),
      reset,
      10,
    ]);
  });

  it('counts a company at a step that it has passed, once, as Outcomes does', async () => {
    const world = reviewWorld();
    world.setStatus('a', 'contacted', MAY + DAY_MS);
    world.setStatus('b', 'replied', MAY + DAY_MS);
    world.setStatus('c', 'won', MAY + DAY_MS);
    // Contacted in April, won in May.
    world.setStatus('d', 'contacted', MAY - 5 * DAY_MS);
    world.setStatus('d', 'won', MAY + 2 * DAY_MS);
    // Set by mistake.
    world.setStatus('e', 'won', MAY + DAY_MS);
    world.setStatus('e', 'contacted', MAY + DAY_MS);
    ['a', 'b', 'c', 'd', 'e'].forEach((id) => world.store(id, MAY - 6 * DAY_MS));
    const review = await world.read('2026-05', NOW);
    const steps = ['contacted', 'replied', 'meeting', 'won'].map((step) => stepOf(review, step));
    expect(steps).toEqual([4, 3, 2, 2]);
    const april = await world.read('2026-04', NOW);
    expect(stepOf(april, 'contacted')).toBe(1);
    // Outcomes counts the companies of both months, because it covers all time.
    const { total } = await world.readOutcomes(NOW);
    expect(total.counts.slice(-4)).toEqual([5, 3, 2, 2]);
  });

  it('counts a renamed status, and shows the user’s name of the won ones', async () => {
    const world = reviewWorld();
    world.setStatus('a', 'replied', MAY + DAY_MS);
    world.setStatus('b', 'won', MAY + DAY_MS);
    const statuses = createStatuses(world.files.yours, noJournal);
    statuses.rename('replied', 'Warm');
    statuses.rename('won', 'Signed');
    const review = await world.read('2026-05', NOW);
    expect([stepOf(review, 'replied'), stepOf(review, 'won'), review.wonName]).toEqual([2, 1, 'Signed']);
  });

  it('compares rates only with enough cases', async () => {
    const world = reviewWorld();
    for (let at = 0; at < 10; at += 1) {
      world.store(`c${at}`, MAY, ['2026-05-01', '2026-05-20', '2025-12-01']);
      world.log(`c${at}`, `2026-05-${String(4 + at).padStart(2, '0')}`);
    }
    world.log('c1', '2026-05-30', 'replied');
    world.log('d', '2026-04-10');
    const { rates, before } = await world.read('2026-05', NOW);
    // The first contacts were 3 to 12 days after the round of 1 May. The round of 20 May was announced after
    // these contacts, so it does not count.
    expect(rates).toEqual({ recordsPerReply: 0, repliesPer100: 10, daysToFirstContact: 7.5 });
    expect(before?.rates).toEqual({ recordsPerReply: null, repliesPer100: null, daysToFirstContact: null });
  });

  it('counts contact windows with a high fit that closed before contacts were fetched', async () => {
    const world = reviewWorld();
    // The contact window closes 30 days after the newest round.
    world.store('closed', 1, ['2026-04-10']);
    world.store('low-fit', 1, ['2026-04-10']);
    world.store('newer', 1, ['2026-04-10', '2026-05-20']);
    world.store('earlier', 1, ['2026-03-20']);
    world.store('fetched', 1, ['2026-04-10']);
    run(
      world.files.cache,
      `INSERT INTO contacts_state (company_id, state, source, observed_at_ms, fetched_at_ms)
       VALUES ('fetched', 'closed', 'contacts', 1, :at)`,
      { at: Date.UTC(2026, 3, 20) },
    );
    // The contacts of this company were fetched for an earlier round.
    world.store('fetched-before', 1, ['2025-04-10', '2026-04-10']);
    run(
      world.files.cache,
      `INSERT INTO contacts_state (company_id, state, source, observed_at_ms, fetched_at_ms)
       VALUES ('fetched-before', 'available', 'contacts', 1, :at)`,
      { at: Date.UTC(2025, 3, 20) },
    );
    // The contact window had closed when this company was stored, so the user could not have used it.
    world.store('stored-late', Date.UTC(2026, 4, 20), ['2026-04-10']);
    expect((await world.read('2026-05', NOW)).closedWindows).toBeNull();
    for (const id of ['closed', 'newer', 'earlier', 'fetched', 'fetched-before', 'stored-late'])
      world.fits.set(id, 76);
    world.fits.set('low-fit', 75);
    expect((await world.read('2026-05', NOW)).closedWindows).toBe(2);
  });

  it('takes its evidence from what the user did since', async () => {
    const world = reviewWorld();
    world.send({ endpoint: 'stats', atMs: MAY - DAY_MS, records: 0 });
    world.send({ endpoint: 'contacts', atMs: MAY + DAY_MS, records: 30, companyId: 'a' });
    world.send({ endpoint: 'contacts', atMs: MAY + DAY_MS, records: 25, companyId: 'b' });
    world.refuse(MAY + 2 * DAY_MS, 'page-turns');
    world.refuse(MAY + 3 * DAY_MS, 'page-turns');
    world.refuse(MAY + 3 * DAY_MS, 'minute');
    world.log('b', '2026-06-01');
    const { suggestions } = await world.read('2026-05', NOW);
    expect(suggestions).toEqual([
      { kind: 'budget', budget: 'page-turns', requests: 2, days: 2 },
      { kind: 'unused-contacts', records: 30, companies: 1, isOnlyMatches: false, hasRoles: false },
      { kind: 'expired', records: 2_945, limit: 3_000, before: 3_000 },
    ]);
  });

  it('knows whether buyer roles are set, without which no contact can match', async () => {
    const world = reviewWorld();
    world.send({ endpoint: 'contacts', atMs: MAY + DAY_MS, records: 30, companyId: 'a' });
    const value = JSON.stringify({ roles: [], keywords: ['procurement'] });
    putPreference(world.files.yours, { name: 'buyer-roles', value, setAtMs: 1 });
    const { suggestions } = await world.read('2026-05', NOW);
    expect(suggestions).toContainEqual(
      expect.objectContaining({ kind: 'unused-contacts', isOnlyMatches: false, hasRoles: true }),
    );
  });

  it('names the saved search whose companies the user never contacted', async () => {
    const world = reviewWorld();
    const { yours } = world.files;
    run(
      yours,
      `INSERT INTO saved_search (search_id, name, name_folded, question, question_key, position, created_at_ms)
       VALUES (1, 'Storage', 'storage', '{}', 'k', 1, 1), (2, 'Nordics', 'nordics', '{}', 'n', 2, 1)`,
    );
    for (let at = 0; at < 12; at += 1)
      for (const [key, prefix] of [
        ['k', 's'],
        ['n', 'n'],
      ] as const)
        run(
          yours,
          `INSERT INTO search_fetched (question_key, row_id, company_id, fetched_at_ms, came_at_ms)
           VALUES (:key, :row, :company, :at, :at)`,
          { key, row: `${prefix}${at}`, company: `${prefix}${at % 11}`, at: MAY + at },
        );
    for (let at = 0; at < 11; at += 1) for (const prefix of ['s', 'n']) world.store(`${prefix}${at}`, MAY);
    world.log('n3', '2026-05-09');
    world.send({ endpoint: 'fundings', atMs: MAY, records: 24 });
    const { suggestions } = await world.read('2026-05', NOW);
    expect(suggestions.filter(({ kind }) => kind === 'search')).toEqual([
      { kind: 'search', name: 'Storage', rounds: 12, companies: 11 },
    ]);
  });

  it('counts the companies of a saved search as Outcomes does: the search that found them first has them', async () => {
    const world = reviewWorld();
    const { yours } = world.files;
    run(
      yours,
      `INSERT INTO saved_search (search_id, name, name_folded, question, question_key, position, created_at_ms)
       VALUES (1, 'Storage', 'storage', '{}', 'k', 1, 1), (2, 'Europe', 'europe', '{}', 'n', 2, 1)`,
    );
    const arrive = (key: string, company: string, row: string, at: number) =>
      run(
        yours,
        `INSERT INTO search_fetched (question_key, row_id, company_id, fetched_at_ms, came_at_ms)
         VALUES (:key, :row, :company, :at, :at)`,
        { key, row, company, at },
      );
    // The search "Storage" (`k`) found eleven of the twelve companies. A day later, the search "Europe" (`n`)
    // returned all twelve. It was the first search to find the twelfth company, and only that company.
    for (let at = 0; at < 12; at += 1) {
      const foundMs = at === 0 ? MAY + DAY_MS : MAY;
      world.store(`c${at}`, foundMs);
      if (at > 0) arrive('k', `c${at}`, `r${at}`, MAY);
      arrive('n', `c${at}`, `r${at}`, MAY + DAY_MS);
      arrive('n', `c${at}`, `s${at}`, MAY + DAY_MS);
    }
    const { suggestions } = await world.read('2026-05', NOW);
    expect(suggestions.filter(({ kind }) => kind === 'search')).toEqual([
      { kind: 'search', name: 'Storage', rounds: 11, companies: 11 },
    ]);
  });
});
