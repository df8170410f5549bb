import type { Endpoint } from '../../../shared/model/budget.ts';

/**
 * Documented type of a JSON value; `any` if the specification does not define it. A field whose name ends in
 * `?` is optional.
 */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'any'
  | readonly [Shape]
  | { readonly [name: string]: Shape };

const TAG = { id: 'string', name: 'string', slug: 'string', category: 'string' } as const;
const OFFSET_PAGE = { limit: 'number', offset: 'number', total: 'number', has_more: 'boolean' } as const;
const ROLE_PAGE = { page: 'number', per_page: 'number', total: 'number', has_more: 'boolean' } as const;
const LIMIT = { limit: 'number', used: 'number', remaining: 'number', reset_unix: 'number' } as const;

const COMPANY_ITEM = {
  id: 'string',
  companyName: 'string',
  country: 'string',
  country_name: 'string',
  stage: 'string',
  fundingAmount: 'string',
  currency: 'string',
  fundingAnnounceDate: 'string',
} as const;

const FUNDING_ITEM = {
  id: 'string',
  stage: 'string',
  currency: 'string',
  fundingAmount: 'string',
  fundingAnnounceDate: 'string',
  company: { id: 'string', name: 'string', country: 'string', industries: ['string'], tags: [TAG] },
} as const;

const DETAIL = {
  id: 'string',
  companyName: 'string',
  description: 'string',
  country: 'string',
  country_name: 'string',
  website: 'string',
  linkedinUrl: 'string',
  industries: ['string'],
  tags: [TAG],
  fundings: [{ id: 'string', fundingAmount: 'string', fundingAnnounceDate: 'string', stage: 'string' }],
  highlights: [{ id: 'string', highlight: 'string', source: 'string' }],
  'contacts?': [{ id: 'string', name: 'string', title: 'string', linkedinUrl: 'string' }],
  tech_stack: {
    categories: ['string'],
    companyId: 'string',
    technologies: [{ categories: 'any', name: 'string' }],
    technologyNames: ['string'],
  },
  total_contacts: 'number',
  total_fundings: 'number',
} as const;

const TECH_STACK = {
  categories: ['string'],
  companyId: 'string',
  domain: 'string',
  technologies: [{ categories: ['string'], description: 'string', name: 'string' }],
  technologyNames: ['string'],
} as const;

const ROUND = {
  id: 'string',
  companyId: 'string',
  currency: 'string',
  fundingAmount: 'string',
  fundingAmountUsd: 'number',
  fundingAnnounceDate: 'string',
  stage: 'string',
  investors: [{ name: 'string', type: 'string' }],
} as const;

const ROLE = {
  id: 'number',
  companyId: 'string',
  title: 'string',
  titleNormalizedEn: 'string',
  employmentType: 'string',
  location: 'string',
  remoteType: 'string',
  hunterDepartment: 'string',
  hunterSeniority: 'string',
  url: 'string',
  firstSeenAt: 'string',
  lastSyncedAt: 'string',
} as const;

/** The documented body of each endpoint's 2xx response (spec §2, §4). */
export const DOCUMENTED_SHAPES: Readonly<Record<Endpoint, Shape>> = {
  health: { status: 'string', timestamp: 'number', message: 'string', version: 'string' },
  filters: {
    data: {
      countries: ['string'],
      industries: ['string'],
      stages: ['string'],
      company_sizes: ['string'],
      currencies: ['string'],
      tags: [TAG],
      technologyOptions: ['string'],
    },
    success: 'boolean',
    timestamp: 'number',
  },
  stats: {
    api_key: { created_at: 'number', last_used_at: 'number', name: 'string', type: 'string' },
    average_response_time: 'number',
    daily_usage: [{ date: 'string', requests: 'number' }],
    endpoints_used: ['string'],
    failed_requests: 'number',
    successful_requests: 'number',
    total_requests: 'number',
    user_rate_limit: 'number',
    rate_limits: {
      per_minute: LIMIT,
      daily: LIMIT,
      monthly: LIMIT,
      monthly_export: LIMIT,
      daily_company_detail: LIMIT,
      monthly_pagination: LIMIT,
    },
  },
  fundings: { data: [FUNDING_ITEM], pagination: OFFSET_PAGE },
  companies: { data: [COMPANY_ITEM], pagination: OFFSET_PAGE },
  company: DETAIL,
  'tech-stack': { data: TECH_STACK },
  rounds: { data: [ROUND] },
  contacts: { data: [{ name: 'string', title: 'string', email: 'string', linkedinUrl: 'string' }] },
  highlights: { data: [{ id: 'string', highlight: 'string', source: 'string', createdAt: 'string' }] },
  'open-roles': { data: [ROLE], pagination: ROLE_PAGE },
  news: {
    data: [{ id: 'string', title: 'string', url: 'string', fundingId: 'string', createdAt: 'string' }],
  },
};
