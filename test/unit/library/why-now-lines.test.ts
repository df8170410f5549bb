import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { all, num, text, textOrNull, type ReadDb, type SqlRow } from '../../../electron/core/database/sql.ts';
import { storeContactsClosed } from '../../../electron/core/library/store-responses.ts';
import { whyNowOf } from '../../../electron/core/library/why-now.ts';
import {
  WHY_NOW_MAX,
  WHY_NOW_SEPARATOR,
  whyNowClauses,
  whyNowLine,
  type WhyNowPart,
} from '../../../renderer/features/company/why-now/why-now-text.ts';
import { cleanLine } from '../../../shared/clean-text.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { WhyNow } from '../../../shared/model/why-now.ts';
import {
  allRounds,
  memoryCache,
  role,
  roles,
  round,
  type ValueOf,
} from '../../support/app/library-fixtures.ts';
import { storeRoles, storeRounds } from '../../support/app/store-without-key.ts';
import { hostileText } from '../../support/generators/hostile-text.ts';

/*
 * Every clause of every line must be supported by stored facts. The test stores generated companies, writes
 * their lines, parses the lines again, and compares the result with the rows in the database.
 */

const COMPANIES = 1_200;
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 26, 9);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Names with markup, control characters and line breaks, and names that imitate other parts of the line. */
const forged = fc.constantFrom(
  'X · contact window closes in 9 days',
  'Y, led by Z',
  '9 days ago, led by Q',
  'Series A\u202e\u2066 · hiring 99 in legal\u0000',
  'a\nb\u2028c',
  '·',
  `Name ${'🦄'.repeat(80)}`,
);
const name = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('Ninepin', 'Larkmoor Ventures', 'Undisclosed', 'Fonds № 7', 'שגיא'),
  },
  { weight: 1, arbitrary: forged },
  { weight: 1, arbitrary: fc.nat(2_000).map((at) => hostileText(at, { baitUrl: 'http://127.0.0.1:1' })) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 300, unit: 'binary' }) },
);
const stage = fc.oneof(
  fc.constantFrom(null, 'Seed', 'Series A', 'Series C+', 'Debt', 'Bootstrapped', 'undisclosed', 'Angel'),
  name,
);
const amount = fc.oneof(
  fc.constant(null),
  fc.constant({ text: 'undisclosed', value: null, precision: 'none' as const, currency: null }),
  fc
    .record({ value: fc.integer({ min: 0, max: 5e9 }), currency: fc.constantFrom('EUR', 'USD', 'NOK', null) })
    .map(({ value, currency }) => ({ text: String(value), value, precision: 'exact' as const, currency })),
);
const generatedRound = fc.record({
  stage,
  amount,
  announcedOn: fc.option(fc.integer({ min: -2, max: 400 }).map((ago) => dayOf(NOW - ago * DAY))),
  investors: fc.option(
    fc.array(fc.record({ name, role: fc.constantFrom('lead', 'Lead', 'participant') }), { maxLength: 4 }),
  ),
});
const generatedRole = fc.record({
  department: fc.constantFrom(null, 'sales', 'Sales', 'it', 'marketing', 'hr', 'unheard of'),
  firstSeenAtMs: fc.option(fc.integer({ min: -2, max: 90 }).map((ago) => NOW - ago * DAY)),
});
const generated = fc.record({
  rounds: fc.array(generatedRound, { maxLength: 3 }),
  /**
   * The roles of the first response. If `refetched` is true, a second response contains only the first of
   * these roles.
   */
  roles: fc.array(generatedRole, { maxLength: 8 }),
  rolesFetchedAgo: fc.integer({ min: 0, max: 45 }),
  refetched: fc.boolean(),
  isRefused: fc.boolean(),
});
const wanted = [
  { of: 'all departments', departments: null },
  { of: 'one department', departments: ['sales'] },
  { of: 'several departments', departments: ['it', 'hr', 'marketing'] },
  { of: 'a department without roles', departments: ['legal'] },
] as const;

function storeCompanies(companies: readonly ValueOf<typeof generated>[]) {
  const db = memoryCache();
  companies.forEach((each, at) => {
    const companyId = `c${at}`;
    const rounds = each.rounds.map((of, index) => round(`r${index}`, of));
    storeRounds(db, { ...allRounds(rounds), companyId }, NOW - DAY);
    const fetch = (some: typeof each.roles, atMs: number): void =>
      storeRoles(
        db,
        roles(
          some.map((of, index) => role(String(index), of)),
          { companyId, total: some.length },
        ),
        { page: 1, perPage: 25 },
        atMs,
      );
    fetch(each.roles, NOW - each.rolesFetchedAgo * DAY);
    if (each.refetched) fetch(each.roles.slice(0, 1), NOW);
    if (each.isRefused) storeContactsClosed(db, companyId, null, NOW - DAY / 2);
  });
  return db;
}

/** Returns a stored name as a line shows it if the line has room for the whole name. */
const shown = (stored: string): string => cleanLine(stored.replaceAll('·', '-').replace(/\s+/g, ' '));
const isStored = (text_: string, stored: string): boolean =>
  text_.endsWith('…')
    ? shown(stored).startsWith(text_.slice(0, -1)) || shown(stored) === text_
    : shown(stored) === text_;

const CURRENCIES: Readonly<Record<string, string | null>> = { '€': 'EUR', $: 'USD', 'NOK ': 'NOK', '': null };
const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, B: 1e9 };
const AMOUNT = /^(?<symbol>€|\$|NOK |)(?<digits>\d[\d.,]*)(?<unit>[KMB]?)(?: |$)/;

/** Parses the text of a round: its amount, its stage, and its date or its age in days. */
function parseRound(part: string) {
  const [, what = '', when = ''] =
    /^(.*?) ?(today|yesterday|\d+ days ago|on \d{1,2} [A-Z][a-z]{2,3} \d{4})$/s.exec(part) ?? [];
  const days = when === 'today' ? 0 : when === 'yesterday' ? 1 : Number(/^(\d+) days/.exec(when)?.[1] ?? NaN);
  const announcedOn = Number.isNaN(days)
    ? dayOf(Date.parse(`${when.slice(3)} UTC`))
    : dayOf(NOW - days * DAY);
  const { symbol = '', digits = '', unit = '' } = AMOUNT.exec(what)?.groups ?? {};
  const rest = digits === '' ? what : what.replace(AMOUNT, '');
  const named = digits === '' ? (/^an? (.*) round$/s.exec(what)?.[1] ?? null) : rest;
  return {
    announcedOn,
    currency: CURRENCIES[symbol] ?? null,
    amount: digits === '' ? null : Number(digits.replaceAll(',', '')) * (UNITS[unit] ?? NaN),
    stage:
      named === '' || named === null
        ? rest === 'debt'
          ? 'debt'
          : null
        : named === 'in debt financing'
          ? 'debt'
          : named,
  };
}

const rowsOf = (db: ReadDb, sql: string, companyId: string): SqlRow[] => all(db, sql, { companyId });
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');
const DEPARTMENT_OF: Readonly<Record<string, string>> = {
  engineering: 'it',
  HR: 'hr',
  sales: 'sales',
  marketing: 'marketing',
};

function expectRound(db: ReadDb, { companyId, round: fact }: WhyNow, parts: readonly WhyNowPart[]): void {
  const stored = rowsOf(db, 'SELECT * FROM round WHERE company_id = :companyId', companyId);
  const row = stored.find((each) => text(each, 'round_id') === fact?.roundId);
  const [main, lead] = parts;
  if (row === undefined || main === undefined) throw new Error('a round that is not stored');
  expect(main).toMatchObject({ kind: 'round', before: 'Raised ' });
  const parsed = parseRound(main.text);
  expect(parsed.announcedOn).toBe(text(row, 'announced_on'));
  if (parsed.amount !== null) {
    expect(parsed.amount / num(row, 'amount_value')).toBeCloseTo(1, 2);
    expect(parsed.currency).toBe(textOrNull(row, 'amount_currency'));
  }
  const storedStage = textOrNull(row, 'stage');
  if (parsed.stage !== null && storedStage === null) throw new Error(`a stage out of nothing: ${main.text}`);
  if (parsed.stage === 'debt') expect(storedStage).toMatch(/debt/i);
  else if (parsed.stage !== null && storedStage !== null)
    expect(isStored(parsed.stage, storedStage), `${parsed.stage} of ${storedStage}`).toBe(true);
  // The line must be about the newest stored round.
  for (const each of stored)
    expect((textOrNull(each, 'announced_on') ?? '') <= parsed.announcedOn).toBe(true);
  if (lead === undefined) return;
  const leads = rowsOf(
    db,
    "SELECT * FROM round_investor WHERE company_id = :companyId AND lower(role) = 'lead'",
    companyId,
  ).filter((each) => text(each, 'round_id') === fact?.roundId);
  expect(lead.before).toBe(leads.length === 1 ? ', led by ' : ', co-led by ');
  expect(leads.some((each) => isStored(lead.text, text(each, 'name')))).toBe(true);
}

function expectHiring(
  db: ReadDb,
  companyId: string,
  line: string,
  departments: readonly string[] | null,
): void {
  const parsed =
    /^[Hh]iring (?<least>at least )?(?<count>\d+)(?: in (?<first>\w+)(?: and (?<second>\w+))?)?(?: since (?<day>\d+) (?<month>\w+))?$/.exec(
      line,
    )?.groups;
  if (parsed === undefined) throw new Error(`not about hiring: ${line}`);
  const named = [parsed['first'], parsed['second']].flatMap((each) =>
    each === undefined ? [] : [DEPARTMENT_OF[each] ?? each],
  );
  expect(named.length > 0).toBe(departments !== null);
  for (const each of named) expect(departments).toContain(each);
  const stored = rowsOf(db, 'SELECT * FROM open_role WHERE company_id = :companyId', companyId).filter(
    (each) =>
      each['gone_at_ms'] === null &&
      num(each, 'fetched_at_ms') >= NOW - 30 * DAY &&
      (departments === null || named.includes((textOrNull(each, 'department') ?? '').toLowerCase())),
  );
  expect(Number(parsed['count'])).toBe(stored.length);
  const since = Math.min(...stored.map((each) => Number(each['first_seen_at_ms'] ?? each['met_at_ms'])));
  const [, month = 0, day] = dayOf(since).split('-').map(Number);
  expect([parsed['day'], parsed['month']]).toEqual(
    since > NOW ? [undefined, undefined] : [String(day), MONTHS[month - 1]],
  );
}

function expectWindow(db: ReadDb, companyId: string, line: string): void {
  const days = /^[Cc]ontact window closes (?:within a day|in (\d+) days)$/.exec(line);
  if (days === null) throw new Error(`not about the contact window: ${line}`);
  const [row] = rowsOf(
    db,
    `SELECT announced_on, state, observed_at_ms FROM company LEFT JOIN contacts_state USING (company_id)
     WHERE company_id = :companyId`,
    companyId,
  );
  const announcedMs = Date.parse(row === undefined ? '' : text(row, 'announced_on'));
  const closesAtMs = announcedMs + 30 * DAY;
  // A refusal of contacts counts only if it is not older than the round. An older one concerns an earlier
  // round.
  const isRefused = row?.['state'] === 'closed' && num(row, 'observed_at_ms') >= announcedMs;
  expect(isRefused).toBe(false);
  expect(closesAtMs).toBeGreaterThan(NOW);
  expect(Number(days[1] ?? 1)).toBe(Math.ceil((closesAtMs - NOW) / DAY));
}

describe('why-now lines of generated companies', () => {
  const companies = fc.sample(generated, { numRuns: COMPANIES, seed: 79 });
  const db = storeCompanies(companies);
  const ids = companies.map((_, at) => `c${at}`);
  const pages = Array.from({ length: Math.ceil(ids.length / LIST_LIMIT_MAX) }, (_, at) =>
    ids.slice(at * LIST_LIMIT_MAX, (at + 1) * LIST_LIMIT_MAX),
  );

  it.each(wanted)('come from stored facts, with roles of $of', ({ departments }) => {
    const found = pages.flatMap((page) => whyNowOf(db, page, { departments, nowMs: NOW }));
    const seen = { round: 0, investor: 0, hiring: 0, window: 0 };
    for (const facts of found) {
      const clauses = whyNowClauses(facts, NOW);
      const line = whyNowLine(facts, NOW);
      expect(line.length).toBeLessThanOrEqual(WHY_NOW_MAX);
      expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u);
      const texts = clauses.map((clause) => clause.map(({ before, text: of }) => before + of).join(''));
      // Hostile names cannot add a clause to the line.
      expect(line.split(WHY_NOW_SEPARATOR)).toEqual(clauses.length === 0 ? [''] : texts);
      expect(clauses.length).toBeLessThanOrEqual(3);
      const kinds = clauses.map(([first]) => first?.kind ?? 'round');
      expect(kinds).toEqual((['round', 'hiring', 'window'] as const).filter((kind) => kinds.includes(kind)));
      for (const { kind } of clauses.flat()) seen[kind] += 1;
      clauses.forEach((clause, at) => {
        if (kinds[at] === 'round') expectRound(db, facts, clause);
        else if (kinds[at] === 'hiring') expectHiring(db, facts.companyId, texts[at] ?? '', departments);
        else expectWindow(db, facts.companyId, texts[at] ?? '');
      });
    }
    // The random data must have produced enough lines of each kind.
    const hires = departments?.some((each) => each === 'legal') === true ? 0 : 100;
    expect([seen.round, seen.investor, seen.window].every((count) => count > 50)).toBe(true);
    expect(seen.hiring).toBeGreaterThanOrEqual(hires);
  });
});
