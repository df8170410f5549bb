import type { Edit, Mutation } from '../mutation.ts';

const CLOCK = 'electron/core/quota/server-clock.ts';
const TRUST = 'electron/core/quota/time-trust.ts';
const CLOCK_TEST = 'test/unit/quota/server-clock.test.ts';
const CLOSURE_TEST = 'test/unit/quota/closure-at-uncertain-time.test.ts';
const TRUST_TEST = 'test/unit/quota/time-trust.test.ts';

const defect = (name: string, guarantee: string, edit: Edit, test: Mutation['test']): Mutation => ({
  name,
  guarantee,
  edits: [edit],
  figure: 'C1',
  test,
});

/** Defects in the protection against wrong dates. */
export const CLOCK_MUTATIONS: readonly Mutation[] = [
  defect(
    'deletes-on-the-laptop-date',
    'the laptop’s date alone deletes nothing',
    { file: TRUST, find: 'if (!serverClock.isCertain())', replace: 'if (serverClock.errorMs() < 0)' },
    {
      file: 'test/reliability/clock-attacks.test.ts',
      titles: ['delete no contact, note, ledger row or backup, in…'],
    },
  ),
  defect(
    'any-number-is-a-date',
    'a number that is no date cannot become a possible time of the service',
    {
      file: CLOCK,
      find: 'const isDate = (ms: number): boolean => ms >= 0 && ms < LAST_DATE_MS;',
      replace: 'const isDate = (ms: number): boolean => !Number.isNaN(ms) && LAST_DATE_MS > 0;',
    },
    { file: CLOCK_TEST, titles: ['ignores a number that no date of HTTP can express: 1e+308'] },
  ),
  defect(
    'one-date-is-certain',
    'one date of the service that contradicts the estimate is not certain',
    {
      file: CLOCK,
      find: 'const isCertain = first.votes > 1 && rest.every(({ votes }) => votes < first.votes);',
      replace: 'const isCertain = first.votes > 0;',
    },
    {
      file: CLOCK_TEST,
      titles: ['opens no budget again: 9600 hours off', 'opens no budget again: -9600 hours off'],
    },
  ),
  defect(
    'other-time-forgotten',
    'a request must fit at each possible time',
    {
      file: 'electron/core/quota/gather-state.ts',
      find: '.reduce(stricter, stateOf(nowMs))',
      replace: '.reduce((first) => first, stateOf(nowMs))',
    },
    {
      file: CLOCK_TEST,
      titles: ['opens no budget again: 9600 hours off', 'opens no budget again: -9600 hours off'],
    },
  ),
  defect(
    'closure-reopened-by-the-laptop-date',
    'a budget that a 429 closed stays closed after a crash, although the laptop’s date is past its reset',
    {
      file: 'electron/core/quota/gather-state.ts',
      find: 'return earlierMs === null ? state : withClosuresAt(parts, state, earlierMs);',
      replace: 'return state;',
    },
    {
      file: CLOSURE_TEST,
      titles: [
        'reopens after a minute and no earlier, also after a crash, with the laptop 5 hours ahead',
        'stays closed until its end after a crash, with the laptop 20 hours ahead',
      ],
    },
  ),
  defect(
    'closure-lasts-by-the-laptop-date',
    'a 429 of a minute does not close it for hours because the laptop’s clock is behind',
    {
      file: 'electron/core/quota/gather-state.ts',
      find: 'closedAtMs !== null && closedAtMs > atMs + SET_BACK_MS && closedAtMs <= latestMs;',
      replace: 'closedAtMs !== null && closedAtMs > Infinity + atMs + latestMs;',
    },
    {
      file: CLOSURE_TEST,
      titles: ['reopens after a minute and no earlier, also after a crash, with the laptop -5 hours ahead'],
    },
  ),
  defect(
    'stats-too-early-by-the-laptop-date',
    '/stats is not requested right after a 429 because the laptop’s date is hours later',
    {
      file: 'electron/core/quota/gather-state.ts',
      find: 'closedAtMs: laterOf(one.closedAtMs, other.closedAtMs),',
      replace: 'closedAtMs: one.closedAtMs ?? other.closedAtMs,',
    },
    {
      file: CLOSURE_TEST,
      titles: ['allows /stats five minutes later, by the clock of the 429, 4 hours ahead'],
    },
  ),
  defect(
    'closure-lasts-by-a-clock-set-back',
    'a clock that was set back does not extend the closure of a minute',
    {
      file: CLOCK,
      find: 'Math.max(serverMs, clock.nowMs() + serverMs - wallMs);',
      replace: 'clock.nowMs() + serverMs - wallMs;',
    },
    {
      file: CLOSURE_TEST,
      titles: ['does not stay closed if the laptop’s clock is set back before the next start'],
    },
  ),
  defect(
    'uncertain-date-lost-by-a-response-without-one',
    'a response without a date does not reopen what a 429 closed',
    {
      file: 'electron/core/database/queries/ledger/entries.ts',
      find: 'AND MIN(completed_ms - duration_ms - from_ms, to_ms - completed_ms) < :errorMs',
      replace: 'AND :errorMs > 0',
    },
    {
      file: CLOSURE_TEST,
      titles: ['stay closed if a later run gets only a response without a date'],
    },
  ),
  defect(
    'lost-request-far-from-both-dates',
    'a lost request counts at each possible time, however far apart the dates are',
    {
      file: 'electron/core/quota/restart-recovery.ts',
      find: 'const sinceMs = isCertain ? Math.max(notBeforeMs ?? -Infinity, nowMs - LONGEST_MS) : earliestMs;',
      replace: 'const sinceMs = Math.max(notBeforeMs ?? -Infinity, nowMs - LONGEST_MS);',
    },
    {
      file: CLOCK_TEST,
      titles: [
        'counts an unknown request sent before the first response today: 12 days',
        'counts an unknown request sent before the first response today: 20 days',
      ],
    },
  ),
  defect(
    'lost-request-moved-again',
    'a lost request does not count again on the day of each later response',
    {
      file: 'electron/core/quota/restart-recovery.ts',
      find: 'isUntimed(entry) && !(isFirst && isNearDate(entry))',
      replace: 'isUntimed(entry) && (isFirst || isNearDate(entry))',
    },
    {
      file: CLOCK_TEST,
      titles: ['leaves an unknown request in the days in which an earlier run’s only response placed it'],
    },
  ),
  defect(
    'service-date-alone-deletes',
    'the date is trusted only if the laptop’s clock agrees',
    {
      file: TRUST,
      find: 'const isDifferent = Math.abs(serviceMs - laptopMs) > DAY_MS;',
      replace: 'const isDifferent = false;',
    },
    { file: TRUST_TEST, titles: ['is missing if the service’s date is 400 days ahead'] },
  ),
  defect(
    'jump-ignored',
    'the date is not trusted after an unexplained jump',
    {
      file: TRUST,
      find: 'return elapsedMs < -DAY_MS || (elapsedMs > DAY_MS && Math.abs(differenceMs) > DAY_MS);',
      replace: 'return differenceMs === Infinity;',
    },
    { file: TRUST_TEST, titles: ['is missing if the service’s date went back,…'] },
  ),
  defect(
    'stored-time-not-doubted',
    'contacts whose stored time may be too early are not deleted without a question',
    {
      file: 'electron/core/library/stored-time.ts',
      find: 'if (latestMs - storedMs > ALLOWED_MS)',
      replace: 'if (latestMs - storedMs > Infinity)',
    },
    {
      file: 'test/unit/privacy/retention.test.ts',
      titles: ['confirms the deletion of contacts whose stored time may be too early'],
    },
  ),
  defect(
    'confirms-other-numbers',
    'the app deletes only what the user has seen',
    {
      file: 'electron/core/privacy/deletion-question.ts',
      find: 'const isSame = counts?.people === seen.people && counts.events === seen.events;',
      replace: 'const isSame = counts !== null;',
    },
    {
      file: 'test/unit/privacy/retention.test.ts',
      titles: ['deletes what the user saw and confirmed, and nothing if that has changed'],
    },
  ),
  defect(
    'backups-rotated-on-any-date',
    'backups are deleted only while the date is trusted',
    {
      file: 'electron/core/backup/backup-scheduler.ts',
      find: 'if (!isRotationDue || !isDateTrusted()) return;',
      replace: 'if (!isRotationDue || typeof isDateTrusted !== "function") return;',
    },
    {
      file: 'test/unit/backup/backup-scheduler.test.ts',
      titles: ['are all kept while the date is not trusted, and deleted once it is'],
    },
  ),
  defect(
    'digest-marks-deleted-on-any-date',
    'marks of shown digests are deleted only while the date is trusted',
    {
      file: 'electron/core/notifications/notifications.ts',
      find: 'if (!trust.isTrusted) return;\n      deleteNoticesBefore(ledger, trust.safeMs - SHOWN_MARK_LIFETIME_MS);',
      replace: 'deleteNoticesBefore(ledger, nowMs - SHOWN_MARK_LIFETIME_MS);',
    },
    {
      file: 'test/unit/notifications/clock-ahead.test.ts',
      titles: ['marks of shown digests are deleted by age only while the date is trusted'],
    },
  ),
];
