import { z } from 'zod';
import { limitedCountSchema as count } from '../atoms.ts';
import { amountSchema, companyIdSchema, NAME_MAX } from '../company.ts';
import { LIST_LIMIT_MAX } from '../limits.ts';

/* An investor in stored rounds. Investors have no id, so they are identified by their names. */

export const INVESTORS_WATCHED_MAX = 50;
/** Maximum number of names that the user can merge into other names. */
export const INVESTOR_MERGES_MAX = 1_000;

export const investorNameSchema = z.string().trim().min(1).max(NAME_MAX);
const name = z.string().max(NAME_MAX);
const day = z.string().max(10).nullable();

const spelling = z.strictObject({ name, companies: count });

export const investorViewSchema = z.strictObject({
  name,
  /** The value that selects this investor in `libraryFiltersSchema.investors`. */
  filterValue: z.string().max(200),
  watched: z.boolean(),
  companies: count,
  rounds: count,
  /** Number of rounds that the investor led. */
  led: count,
  /** Announcement dates of the first and the latest round. */
  firstOn: day,
  lastOn: day,
  stages: z
    .array(z.strictObject({ stage: z.string().max(100).nullable(), rounds: count }))
    .max(LIST_LIMIT_MAX),
  /**
   * The total of the rounds' amounts in each currency. Each amount is that of the whole round, because the
   * service does not report an investor's share. `rounded`: one of the amounts is abbreviated, so the total
   * is not exact.
   */
  amounts: z
    .array(
      z.strictObject({
        currency: z.string().max(10),
        rounds: count,
        total: z.number(),
        rounded: z.boolean(),
      }),
    )
    .max(LIST_LIMIT_MAX),
  /**
   * How many rounds are missing from `amounts`: `withoutAmount` because their amount is unknown,
   * `withoutCurrency` because only its currency is unknown.
   */
  withoutAmount: count,
  withoutCurrency: count,
  /** The investors that share the most rounds with this investor. */
  coInvestors: z.array(z.strictObject({ name, rounds: count, companies: count })).max(LIST_LIMIT_MAX),
  coInvestorTotal: count,
  /** Other spellings that the user merged into this investor. */
  spellings: z.array(spelling).max(LIST_LIMIT_MAX),
  /** Names that are probably other spellings of this investor. */
  suggestions: z.array(spelling).max(LIST_LIMIT_MAX),
});
export type InvestorView = z.infer<typeof investorViewSchema>;

export const investorRoundSchema = z.strictObject({
  companyId: companyIdSchema,
  companyName: name,
  countryName: z.string().max(200).nullable(),
  roundId: z.string().max(200),
  stage: z.string().max(100).nullable(),
  amount: amountSchema.nullable(),
  announcedOn: day,
  isLead: z.boolean(),
  /** Whether the service no longer lists the round. */
  isGone: z.boolean(),
});
export type InvestorRoundRow = z.infer<typeof investorRoundSchema>;
