import { makeCompanies, type MadeCompany } from '../search-world.ts';

/**
 * One page of test data. It contains the body of a `/fundings` response, the contacts response of one of its
 * companies, and the funding rows again for the plain insert.
 */
export interface MadePage {
  readonly body: string;
  readonly peopleOf: string;
  readonly peopleBody: string;
  readonly rows: readonly PlainRow[];
}
export type PlainRow = Readonly<
  Record<
    | 'rowId'
    | 'companyId'
    | 'name'
    | 'country'
    | 'stage'
    | 'amount'
    | 'announcedOn'
    | 'description'
    | 'website'
    | 'industries'
    | 'tags'
    | 'raw',
    string
  >
>;

const COUNTRIES = ['US', 'DE', 'FR', 'GB', 'IN', 'SE', 'JP', 'BR'];

export function pagesOf(count: number, rows: number, name = 'row'): MadePage[] {
  const pages: MadePage[] = [];
  let companies: MadeCompany[] = [];
  for (const company of makeCompanies(count * rows, name === 'row' ? 1 : 9)) {
    companies.push({ ...company, id: `${name}_${company.id}` });
    if (companies.length < rows) continue;
    pages.push(pageOf(companies));
    companies = [];
  }
  return pages;
}

function pageOf(companies: readonly MadeCompany[]): MadePage {
  const entries = companies.map((company) => ({ company, row: rowOf(company) }));
  const peopleOf = companies[0]?.id ?? '';
  const people = [1, 2].map((person) => ({
    id: `${peopleOf}-${person}`,
    name: `Person ${person} of ${peopleOf}`,
    title: 'Chief Officer',
    email: `person${person}@${peopleOf.replace('_', '-')}.example.com`,
    linkedinUrl: `https://www.linkedin.com/in/${peopleOf}-${person}`,
  }));
  const pagination = { limit: companies.length, offset: 0, total: companies.length, has_more: false };
  return {
    body: JSON.stringify({ success: true, data: entries.map(({ row }) => row), pagination }),
    peopleOf,
    peopleBody: JSON.stringify({ success: true, data: people }),
    rows: entries.map(({ company, row }) => plainOf(company, row)),
  };
}

const rowOf = (company: MadeCompany) => ({
  id: `f-${company.id}`,
  stage: company.stage,
  currency: 'USD',
  fundingAmount: '2.5M',
  fundingAmountUsd: 2_500_000,
  fundingAnnounceDate: company.announcedOn,
  investors: [{ name: 'Example Capital', type: 'lead' }],
  company: {
    id: company.id,
    name: company.name,
    country: COUNTRIES[company.at % COUNTRIES.length],
    description: company.description,
    website: `https://${company.id.replaceAll('_', '-')}.example.com`,
    industries: company.industries,
    tags: company.tags.map((name) => ({ id: `t-${name}`, name, slug: name, category: 'model' })),
  },
});

function plainOf(company: MadeCompany, row: ReturnType<typeof rowOf>): PlainRow {
  const { id, name, stage, announcedOn, description, industries, tags } = company;
  return {
    rowId: row.id,
    companyId: id,
    name,
    stage,
    announcedOn,
    description,
    country: row.company.country ?? '',
    amount: row.fundingAmount,
    website: row.company.website,
    industries: industries.join(', '),
    tags: tags.join(', '),
    raw: JSON.stringify(row),
  };
}
