import fc from 'fast-check';
import { run, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/*
 * Random libraries for Insights: several rounds per company; mixed currencies; undisclosed amounts; missing
 * dates, stages, countries and industries; rounds that the service no longer lists; and investors with
 * several spellings.
 */

export interface MadeRound {
  readonly stage: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  /** Days from the announcement to the test's day, or null for a round without a date. */
  readonly daysAgo: number | null;
  readonly isGone: boolean;
  readonly investors: readonly { readonly name: string; readonly role: string }[];
}
export interface MadeCompany {
  readonly country: string | null;
  readonly industries: readonly string[];
  readonly rounds: readonly MadeRound[];
  /** The roles of the company, or null if they were never fetched. */
  readonly roles:
    | readonly { readonly department: string; readonly isOpen: boolean; readonly isOld: boolean }[]
    | null;
  readonly isListed: boolean;
}

export const NAMES = ['Alder Capital', 'Alder', 'Tarn Growth', 'Quayside', 'Quay', 'Émile Partners'];
const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const madeRound: fc.Arbitrary<MadeRound> = fc.record({
  stage: oneOf(null, 'Seed', 'seed', 'Series A', 'Series C+', 'Debt', 'Pre-Seed', 'A', 'B', 'C', 'D', 'E'),
  amount: fc.option(oneOf(0, 250_000, 1_000_000, 2_500_000, 7_000_000, 90_000_000), { freq: 4 }),
  currency: oneOf(null, 'EUR', 'EUR', 'USD', 'JPY'),
  daysAgo: fc.option(fc.integer({ min: -9, max: 130 }), { freq: 12 }),
  isGone: fc.boolean().map((one) => one),
  investors: fc.array(fc.record({ name: oneOf(...NAMES), role: oneOf('lead', 'Lead', 'participant') }), {
    maxLength: 4,
  }),
});

export const madeCompanies: fc.Arbitrary<MadeCompany[]> = fc.array(
  fc.record({
    country: oneOf(null, 'DE', 'SE', 'NO', 'FR', 'GB', 'ES', 'IT', 'US', 'JP', 'IN'),
    industries: fc.uniqueArray(
      oneOf('Energy', 'Robotics', 'Health', 'Data', 'Law', 'Food', 'Space', 'Toys', 'Art'),
      {
        maxLength: 6,
      },
    ),
    rounds: fc.array(madeRound, { maxLength: 4 }),
    roles: fc.option(
      fc.array(
        fc.record({
          department: oneOf('sales', 'Sales', 'it', 'hr'),
          isOpen: fc.boolean(),
          isOld: fc.boolean(),
        }),
        { maxLength: 5 },
      ),
    ),
    isListed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60 },
);

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/**
 * The time at which all rounds of a company were last fetched. A round that was last fetched earlier is no
 * longer listed by the service.
 */
const COMPLETE_MS = 1_000;

/**
 * Inserts the companies as of the time `nowMs`. Returns the ids of the companies whose `isListed` is true.
 */
export function insertCompanies(cache: WriteDb, companies: readonly MadeCompany[], nowMs: number): string[] {
  const listed: string[] = [];
  companies.forEach((company, at) => {
    const companyId = `c${at}`;
    if (company.isListed) listed.push(companyId);
    const dated = company.rounds
      .map((round, number) => ({ ...round, number }))
      .sort((a, b) => (a.daysAgo ?? 9_999) - (b.daysAgo ?? 9_999));
    const [newest] = dated;
    run(
      cache,
      `INSERT INTO company (company_id, name, name_folded, country_code, country_name, latest_round_id, stage,
         amount_value, amount_currency, announced_on, source, fetched_at_ms, first_seen_at_ms, field_claims)
       VALUES (:companyId, :name, :folded, :country, :country, :roundId, :stage, :amount, :currency, :on, 'fundings',
         :atMs, :atMs, '{}')`,
      {
        companyId,
        name: `Company ${at}`,
        folded: `company ${at}`,
        country: company.country,
        roundId: newest === undefined ? null : `r${newest.number}`,
        stage: newest?.stage ?? null,
        amount: newest?.amount ?? null,
        currency: newest?.currency ?? null,
        on: newest?.daysAgo == null ? null : dayText(nowMs - newest.daysAgo * DAY_MS),
        atMs: nowMs,
      },
    );
    company.industries.forEach((name, position) =>
      run(cache, 'INSERT INTO company_industry VALUES (:companyId, :position, :name)', {
        companyId,
        position,
        name,
      }),
    );
    run(
      cache,
      `INSERT INTO company_panel (company_id, panel, complete_at_ms) VALUES (:companyId, 'rounds', :completeMs)`,
      { companyId, completeMs: COMPLETE_MS },
    );
    company.rounds.forEach((round, number) => insertRound(cache, companyId, number, round, nowMs));
    insertRoles(cache, companyId, company.roles, nowMs);
  });
  return listed;
}

function insertRound(
  cache: WriteDb,
  companyId: string,
  number: number,
  round: MadeRound,
  nowMs: number,
): void {
  run(
    cache,
    `INSERT INTO round (company_id, round_id, derived_id, detail_level, stage, stage_folded, amount_value,
       amount_currency, announced_on, source, fetched_at_ms, field_claims)
     VALUES (:companyId, :roundId, 0, 'full', :stage, :folded, :amount, :currency, :on, 'rounds', :atMs, '{}')`,
    {
      companyId,
      roundId: `r${number}`,
      stage: round.stage,
      folded: fold(round.stage ?? ''),
      amount: round.amount,
      currency: round.currency,
      on: round.daysAgo === null ? null : dayText(nowMs - round.daysAgo * DAY_MS),
      atMs: round.isGone && number > 0 ? COMPLETE_MS - 1 : COMPLETE_MS,
    },
  );
  round.investors.forEach(({ name, role }, position) =>
    run(
      cache,
      `INSERT INTO round_investor (company_id, round_id, position, name, name_folded, role)
       VALUES (:companyId, :roundId, :position, :name, :folded, :role)`,
      { companyId, roundId: `r${number}`, position, name, folded: fold(name), role },
    ),
  );
}

function insertRoles(cache: WriteDb, companyId: string, roles: MadeCompany['roles'], nowMs: number): void {
  if (roles === null) return;
  run(
    cache,
    `INSERT INTO company_panel (company_id, panel, fetched_at_ms) VALUES (:companyId, 'open-roles', :nowMs)`,
    { companyId, nowMs },
  );
  roles.forEach(({ department, isOpen, isOld }, number) =>
    run(
      cache,
      `INSERT INTO open_role (company_id, role_id, department, met_at_ms, gone_at_ms, source, fetched_at_ms, raw)
       VALUES (:companyId, :number, :department, 1, :goneMs, 'open-roles', :atMs, '{}')`,
      {
        companyId,
        number: String(number),
        department,
        goneMs: isOpen ? null : 1,
        atMs: nowMs - (isOld ? 40 : 3) * DAY_MS,
      },
    ),
  );
}
