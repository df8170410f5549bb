import { z } from 'zod';
import { cleanLine, truncate, withoutUnsafe } from '../../../../shared/clean-text.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import type { Cost, Preview } from '../../../../shared/model/budget.ts';
import { companyIdSchema, type OursMark, type Stamp } from '../../../../shared/model/company.ts';
import { utcDate } from '../../../../shared/search-date-ranges.ts';
import { companyRows } from '../../database/queries/cache/companies.ts';
import { userDataNames } from '../../database/queries/yours/notes.ts';
import { companyNameOf } from '../../library/company-view.ts';
import { priceText, spentText } from '../price-text.ts';
import { CapExceeded, limitText, ToolRefusal, type ToolContext, type ToolReply } from '../tool.ts';

export type JsonObject = ToolReply['data'];

/** Maximum number of companies in one reply. */
export const COMPANIES_MAX = 20;

export const companyInput = () => ({
  company_id: companyIdSchema.describe('Id of a company, as returned by find_companies, today or plan'),
});

export interface KnownCompany {
  readonly companyId: string;
  readonly companyName: string;
}

/**
 * Checks that the company exists, and counts the company toward the client's limits. Must be called before
 * the company's data is read.
 * @throws ToolRefusal `not-found` if the company is unknown or was erased
 * @throws CapExceeded if a limit is exceeded
 */
export function handCompany(context: ToolContext, companyId: string): KnownCompany {
  const company = knownCompany(context.workspace.files, companyId);
  if (company === null)
    throw new ToolRefusal(
      'not-found',
      'The library has no company with this id. Use find_companies to get ids.',
    );
  context.hand([companyId]);
  return company;
}

/**
 * Returns the limit that was reached and the time at which it ends, if `hand` did not allow all of the
 * companies. Returns an empty object otherwise.
 * @param wanted the companies that were passed to `hand`
 * @param allowed the companies that `hand` returned
 */
export function limitData(
  context: ToolContext,
  wanted: readonly string[],
  allowed: readonly string[],
): { readonly limit_reached?: string; readonly limit_ends_at?: string } {
  const cut = wanted.filter((id) => !allowed.includes(id));
  if (cut.length === 0) return {};
  try {
    context.hand(cut);
  } catch (error) {
    if (error instanceof CapExceeded)
      return {
        limit_reached: limitText(error, context.nowMs),
        limit_ends_at: new Date(error.freeAtMs).toISOString(),
      };
    throw error;
  }
  return {};
}

/** Returns null if the company is unknown or was erased. */
export function knownCompany(
  { cache, yours }: ToolContext['workspace']['files'],
  companyId: string,
): KnownCompany | null {
  // The user data of an erased company remains, but with an empty company name.
  const isOwn = (userDataNames(yours, [companyId]).get(companyId)?.name ?? '') !== '';
  if (!isOwn && !companyRows(cache, [companyId]).has(companyId)) return null;
  return { companyId, companyName: companyNameOf(cache, yours, companyId) };
}

/** Describes a call about one company, for the log. */
export const aboutCompany = ({ companyId, companyName }: KnownCompany): ToolReply['about'] => ({
  companyId,
  text: line(companyName, 200),
});

/**
 * Returns the log's description of a call that concerns a request for one company. The renderer parses the
 * kind of request from this text.
 */
export const aboutRequest = (request: string, company: KnownCompany): ToolReply['about'] => {
  const { companyId, text } = aboutCompany(company);
  return { companyId, text: line(`${line(request, 40)}: ${text}`, 200) };
};
/** Describes a call about a saved search, for the log. */
export const aboutSavedSearch = (name: string): ToolReply['about'] => ({
  text: line(`saved-search ${name}`, 200),
  companyId: null,
});

export const companyReply = (
  company: KnownCompany,
  data: JsonObject,
  rest: Partial<Pick<ToolReply, 'read' | 'made' | 'step' | 'result'>> = {},
): ToolReply => ({
  data: { company_id: company.companyId, ...data },
  companyIds: [company.companyId],
  ...rest,
  about: aboutCompany(company),
});

/** Returns the text as one safe line. */
export const line = (text: string, max: number): string => truncate(cleanLine(text), max);
export const lineOrNull = (text: string | null, max: number): string | null =>
  text === null ? null : line(text, max);
/** Removes unsafe characters from the text, but not its line breaks. */
export const prose = (text: string, max: number): string => truncate(withoutUnsafe(text), max);

/** Returns where a fact comes from and how old it is; null if it was never fetched. */
export const ageOf = (stamp: Stamp | null, nowMs: number): JsonObject | null =>
  stamp === null ? null : { source: stamp.source, ...fetchedOn(stamp.fetchedAtMs, nowMs) };

export const fetchedOn = (atMs: number, nowMs: number): JsonObject => ({
  fetched_on: utcDate(atMs),
  days_ago: Math.max(0, Math.floor((nowMs - atMs) / DAY_MS)),
});

export const dateOrNull = (atMs: number | null): string | null => (atMs === null ? null : utcDate(atMs));

/** Returns a price as numbers of units, and as `text` in the same wording as on the screens. */
export const priceData = (price: Pick<Preview, 'cost' | 'certainty' | 'expectedRecords'>): JsonObject => ({
  text: priceText(price),
  ...unitsOf(price.cost),
  certainty: price.certainty,
  ...(price.expectedRecords === undefined ? {} : { expected_records: price.expectedRecords }),
});

/** Returns the actual cost of requests as numbers and as text. */
export const costData = (cost: Cost): JsonObject => ({ text: spentText(cost), ...unitsOf(cost) });

const unitsOf = (cost: Cost): JsonObject => ({
  records: cost.records,
  requests: cost.requests,
  page_turns: cost.pageTurns,
});

const MARKS: Readonly<Record<OursMark['kind'], string>> = {
  'do-not-contact': 'do not contact',
  customer: 'customer',
  deal: 'open deal',
  competitor: 'competitor',
};

/** Returns the “Already yours” mark of a company, if the company has one. */
export const markData = (mark: OursMark | undefined): { readonly marked_as?: string } =>
  mark === undefined ? {} : { marked_as: `${mark.isCertain ? '' : 'possibly '}${MARKS[mark.kind]}` };

/** A name that the user chose, such as the name of a list. */
export const nameInput = () => z.string().trim().min(1).max(80);
