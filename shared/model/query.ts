import { z } from 'zod';
import { companyIdSchema as companyId } from './company.ts';
import { DEPARTMENTS, LIST_LIMIT_MAX, SENIORITIES, SET_ROWS_MAX } from './limits.ts';

/** A valid calendar date in the form `YYYY-MM-DD`, without a time zone. */
export const calendarDateSchema = z.iso.date();

/** A number, optionally preceded by a currency symbol and followed by K, M or B (spec §2.13). */
export const amountTextSchema = z
  .string()
  .trim()
  .max(40)
  .regex(/^(\p{Sc}\s*)?\d[\d,]*(\.\d+)?\s*[KMBkmb]?$/u, 'amount');

/** Country codes in ISO 3166-1 alpha-2. */
export const countriesSchema = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .max(50)
  .default([]);
export const currencySchema = z.string().regex(/^[A-Z]{3}$/);
/** Values of one filter, such as stages. */
export const filterValuesSchema = z.array(z.string().trim().min(1).max(200)).max(50).default([]);

/**
 * Fields that the queries of both lists have in common (spec §4.2, §4.10). The amount fields are not
 * included, because their names differ.
 */
const listQueryFields = {
  fundingDateStart: calendarDateSchema,
  fundingDateEnd: calendarDateSchema,
  limit: z.int().min(1).max(LIST_LIMIT_MAX),
  offset: z
    .int()
    .min(0)
    .max(SET_ROWS_MAX - 1),
  countries: countriesSchema,
  stages: filterValuesSchema,
  industries: filterValuesSchema,
  technologies: filterValuesSchema,
  investors: filterValuesSchema,
  companySizes: filterValuesSchema,
  tags: filterValuesSchema,
  currency: currencySchema.optional(),
  validatedContacts: z.boolean().default(false),
  search: z.string().trim().max(200).optional(),
  hasOpenRoles: z.boolean().default(false),
  hiringDepartments: z.array(z.enum(DEPARTMENTS)).max(12).default([]),
  hiringSeniority: z.array(z.enum(SENIORITIES)).max(6).default([]),
  hiringRoleType: z.enum(['leadership', 'ic']).optional(),
};

/** Query of `GET /fundings` (spec §4.10). The amount parameters are `min_amount` and `max_amount`. */
export const fundingsQuerySchema = z.strictObject({
  ...listQueryFields,
  minAmount: amountTextSchema.optional(),
  maxAmount: amountTextSchema.optional(),
});
export type FundingsQuery = z.infer<typeof fundingsQuerySchema>;

/** Query of `GET /companies` (spec §4.2). The amount parameters are `min_funding` and `max_funding`. */
export const companiesQuerySchema = z.strictObject({
  ...listQueryFields,
  minFunding: amountTextSchema.optional(),
  maxFunding: amountTextSchema.optional(),
});
export type CompaniesQuery = z.infer<typeof companiesQuerySchema>;

/** A query of one of the two lists. The parameters of the two lists must not be mixed. */
export const listQuerySchema = z.discriminatedUnion('list', [
  z.strictObject({ list: z.literal('fundings'), query: fundingsQuerySchema }),
  z.strictObject({ list: z.literal('companies'), query: companiesQuerySchema }),
]);
export type ListQuery = z.infer<typeof listQuerySchema>;

/**
 * Query of `GET /companies/{id}/open-roles` (spec §4.8). Unlike the `hiring_*` parameters of the two lists,
 * its parameters have no prefix and accept only one value each.
 */
export const openRolesQuerySchema = z.strictObject({
  department: z.enum(DEPARTMENTS).optional(),
  seniority: z.enum(SENIORITIES).optional(),
  search: z.string().trim().max(200).optional(),
  page: z.int().min(1).max(10_000),
  perPage: z.int().min(1).max(LIST_LIMIT_MAX),
});
export type OpenRolesQuery = z.infer<typeof openRolesQuerySchema>;

/** A request to the service whose price `quota.price` can return. */
export const pricedCallSchema = z.discriminatedUnion('endpoint', [
  z.strictObject({ endpoint: z.literal('fundings'), query: fundingsQuerySchema }),
  z.strictObject({ endpoint: z.literal('companies'), query: companiesQuerySchema }),
  z.strictObject({ endpoint: z.literal('company'), companyId }),
  z.strictObject({ endpoint: z.literal('tech-stack'), companyId }),
  /** `GET /companies/{id}/fundings`: all of a company's rounds with their investors (spec §4.5). */
  z.strictObject({ endpoint: z.literal('rounds'), companyId }),
  z.strictObject({ endpoint: z.literal('contacts'), companyId }),
  z.strictObject({ endpoint: z.literal('highlights'), companyId }),
  z.strictObject({ endpoint: z.literal('open-roles'), companyId, query: openRolesQuerySchema }),
  z.strictObject({ endpoint: z.literal('news'), companyId }),
  z.strictObject({ endpoint: z.literal('filters') }),
  z.strictObject({ endpoint: z.literal('stats') }),
  z.strictObject({ endpoint: z.literal('health') }),
]);
export type PricedCall = z.infer<typeof pricedCallSchema>;
