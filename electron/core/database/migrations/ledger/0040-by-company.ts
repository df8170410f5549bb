import type { Migration } from '../../migrate.ts';

/** With this index, a company's timeline finds the company's requests without reading the whole ledger. */
export const byCompany: Migration = {
  id: 40,
  name: 'by-company',
  sql: `
CREATE INDEX entry_by_company ON entry (company_id, completed_ms DESC) WHERE company_id IS NOT NULL;
`,
};
