import type { CostDrift } from './model/budget.ts';

/* Text about the cost of requests, for the Quota screen and for notifications. */

/** The subject of a sentence about the cost of a request, by endpoint. */
export const COSTED_REQUESTS: Readonly<Partial<Record<CostDrift['endpoint'], string>>> = {
  stats: 'A usage check',
  health: 'A connection test',
  filters: 'Loading filter options',
  fundings: 'The first page of a search',
  company: 'A profile',
  'tech-stack': 'Fetching a company’s tech stack',
  rounds: 'Fetching a company’s rounds',
  contacts: 'Fetching a company’s contacts',
  highlights: 'Fetching a company’s highlights',
  'open-roles': 'A page of open roles',
  news: 'Fetching a company’s news',
};

export const COST_UNITS: Readonly<Record<CostDrift['unit'], readonly [one: string, many: string]>> = {
  requests: ['request', 'requests'],
  records: ['record', 'records'],
  'page-turns': ['page turn', 'page turns'],
  companies: ['company', 'companies'],
};
