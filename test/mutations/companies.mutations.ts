import type { Mutation } from './mutation.ts';

const LIBRARY = 'electron/core/library';
const DECODERS = 'electron/core/service-api/decoders';
const MANY = 'test/unit/library/many-records.test.ts';

/** Defects of the company view and of what the app shows of a company. */
export const COMPANY_MUTATIONS: readonly Mutation[] = [
  {
    name: 'only-the-first-contacts',
    guarantee: 'every stored contact can be read',
    edits: [
      {
        file: 'electron/core/contacts/contact-view.ts',
        find: 'people: sorted.slice(offset, offset + LIST_LIMIT_MAX),',
        replace: 'people: offset > 0 ? [] : sorted.slice(0, LIST_LIMIT_MAX),',
      },
    ],
    test: { file: MANY, titles: ['returns 80 contacts on two pages, by name'] },
  },
  {
    name: 'decoder-drops-later-rows',
    guarantee: 'a decoder keeps every row that was paid for',
    edits: [
      {
        file: `${DECODERS}/panels.ts`,
        find: 'const rows = received.slice(0, ROWS_MAX)',
        replace: 'const rows = received.slice(0, 200)',
      },
    ],
    test: { file: MANY, titles: ['keep every row of a list'] },
  },
  {
    name: 'stack-facts-dropped',
    guarantee: 'the domain and the categories of a tech stack are stored',
    edits: [
      {
        file: `${LIBRARY}/store-panels.ts`,
        find: '    putTechStackFacts(db, companyId, { domain, categories });\n',
        replace: '',
      },
    ],
    test: {
      file: MANY,
      titles: ['keeps the categories of a webhook event, and the domain of an earlier tech stack'],
    },
  },
  {
    name: 'dearest-page-size',
    guarantee: 'the page size with the fewest requests is proposed for open roles',
    edits: [
      {
        file: 'shared/role-pages.ts',
        find: 'requestsForRoles(total, perPage) === fewest',
        replace: 'requestsForRoles(total, perPage) >= fewest',
      },
    ],
    test: { file: 'test/unit/library/open-roles.test.ts', titles: ['40 roles are cheapest at 50 a page'] },
  },
  {
    name: 'total-of-another-filter',
    guarantee: 'only the total of the same filter decides the page size',
    edits: [
      {
        file: `${LIBRARY}/open-roles-view.ts`,
        find: 'const walk = isUnfiltered ? roleWalk(db, companyId) : filteredRoleWalk(db, companyId, filter);',
        replace:
          'const walk = isUnfiltered || filter.search === "" ? roleWalk(db, companyId) : filteredRoleWalk(db, companyId, filter);',
      },
    ],
    test: {
      file: 'test/unit/library/open-roles.test.ts',
      titles: ['are proposed 50 a page until the service has reported a total for the same filter'],
    },
  },
  {
    name: 'further-rows-not-read',
    guarantee: 'the company view shows the rows of every page',
    edits: [
      {
        file: 'renderer/features/company/further-rows.ts',
        find: 'while (rows.length > 0 && rows.length < wanted) {',
        replace: 'while (rows.length < 0 && rows.length < wanted) {',
      },
    ],
    test: {
      file: 'test/renderer/features/company/whole-company.test.ts',
      titles: ['reads pages until every row is read'],
    },
  },
];
