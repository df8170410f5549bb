import type { Endpoint } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';

/** A correct response body (specification §2, §4). Other files insert faults into it. */
export interface GoodBody {
  readonly value: unknown;
  /** The number of rows for which the service charges. */
  readonly rows: number;
}

const tags = [{ id: 't1', name: 'B2B', slug: 'b2b', category: 'model' }];
const company = (id: string) => ({
  id,
  companyName: `Company ${id}`,
  country: 'DE',
  country_name: 'Germany',
  stage: 'Seed',
  fundingAmount: '2.5M',
  currency: 'EUR',
  fundingAnnounceDate: '2026-05-04',
});
const round = (id: string) => ({
  id: `f-${id}`,
  companyId: id,
  currency: 'USD',
  fundingAmount: '2500000',
  fundingAmountUsd: 2_500_000,
  fundingAnnounceDate: '2026-05-04T00:00:00+00:00',
  stage: 'Series A',
  investors: [{ name: 'Example Capital', type: 'lead' }],
});
const contact = (id: string) => ({
  name: `Person ${id}`,
  title: 'CTO',
  email: `person-${id}@example.com`,
  linkedinUrl: `https://www.linkedin.com/in/person-${id}`,
});
const techStack = (id: string) => ({
  categories: ['Analytics'],
  companyId: id,
  domain: 'example.com',
  technologies: [{ categories: ['Analytics'], description: 'Counts', name: 'Counter' }],
  technologyNames: ['Counter'],
});
const pagination = { limit: LIST_LIMIT_MAX, offset: 0, total: 3, has_more: false };
const rowsOf = <T>(make: (id: string) => T, id: string, count = 3): T[] =>
  Array.from({ length: count }, (_, index) => make(`${id}-${index}`));
const budget = { limit: 300, used: 3, remaining: 297, reset_unix: 1_780_000_000 };

const BODIES: Readonly<Record<Endpoint, (id: string) => GoodBody>> = {
  health: () => ({
    value: { status: 'healthy', timestamp: 1_780_000_000, message: 'ok', version: '1' },
    rows: 0,
  }),
  filters: () => ({
    value: {
      success: true,
      timestamp: 1_780_000_000,
      data: {
        countries: ['DE', 'US'],
        industries: ['Fintech'],
        stages: ['Seed'],
        company_sizes: ['1-10', '1000+'],
        currencies: ['EUR'],
        tags,
        technologyOptions: ['Counter'],
      },
    },
    rows: 1,
  }),
  stats: () => ({
    value: {
      api_key: { created_at: 1_700_000_000, last_used_at: 1_780_000_000, name: 'main', type: 'live' },
      average_response_time: 12.5,
      daily_usage: [{ date: '2026-05-04', requests: 3 }],
      endpoints_used: ['stats'],
      failed_requests: 0,
      successful_requests: 3,
      total_requests: 3,
      user_rate_limit: 20,
      rate_limits: {
        per_minute: budget,
        daily: budget,
        monthly: budget,
        monthly_export: budget,
        daily_company_detail: budget,
        monthly_pagination: budget,
      },
    },
    rows: 1,
  }),
  fundings: (id) => ({
    value: {
      data: rowsOf(
        (row) => ({
          id: `f-${row}`,
          stage: 'Seed',
          currency: 'EUR',
          fundingAmount: '2.5M',
          fundingAnnounceDate: '2026-05-04',
          company: { id: row, name: `Company ${row}`, country: 'DE', industries: ['Fintech'], tags },
        }),
        id,
      ),
      pagination,
    },
    rows: 3,
  }),
  companies: (id) => ({ value: { data: rowsOf(company, id), pagination }, rows: 3 }),
  company: (id) => ({
    value: {
      ...company(id),
      description: 'Makes things',
      website: 'https://example.com',
      linkedinUrl: 'https://www.linkedin.com/company/example',
      industries: ['Fintech'],
      tags,
      fundings: rowsOf(round, id, 1),
      highlights: [{ id: 'h1', highlight: 'Opened an office', source: 'news' }],
      contacts: rowsOf((row) => ({ id: row, ...contact(row) }), id, 1),
      tech_stack: techStack(id),
      total_contacts: 1,
      total_fundings: 1,
    },
    rows: 1,
  }),
  'tech-stack': (id) => ({ value: { data: techStack(id) }, rows: 1 }),
  rounds: (id) => ({ value: { data: rowsOf(round, id) }, rows: 3 }),
  contacts: (id) => ({ value: { data: rowsOf(contact, id) }, rows: 3 }),
  highlights: (id) => ({
    value: {
      data: rowsOf(
        (row) => ({ id: row, highlight: 'New office', source: 'ai', createdAt: '2026-05-04T10:00:00Z' }),
        id,
      ),
    },
    rows: 3,
  }),
  'open-roles': (id) => ({
    value: {
      data: [1, 2, 3].map((role) => ({
        id: role,
        companyId: id,
        title: 'Engineer',
        titleNormalizedEn: 'Engineer',
        employmentType: 'full-time',
        location: 'Berlin',
        remoteType: 'remote',
        hunterDepartment: 'it',
        hunterSeniority: 'senior',
        url: 'https://example.com/jobs/1',
        firstSeenAt: '2026-05-04T10:00:00Z',
        lastSyncedAt: '2026-05-05T10:00:00Z',
      })),
      pagination: { page: 1, per_page: LIST_LIMIT_MAX, total: 3, has_more: false },
    },
    rows: 3,
  }),
  news: (id) => ({
    value: {
      data: rowsOf(
        (row) => ({
          id: row,
          title: 'Raised',
          url: 'https://example.com/news',
          fundingId: 'f-1',
          createdAt: '2026-05-04T10:00:00Z',
        }),
        id,
      ),
    },
    rows: 3,
  }),
};

export const goodBody = (endpoint: Endpoint, companyId: string): GoodBody => BODIES[endpoint](companyId);
