import type { Mutation } from '../mutation.ts';
import { rows } from '../planted.ts';

const API = 'electron/core/service-api';

/** Defects that the tests of the conformance rows must detect. */
export const CONFORMANCE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'a bare + in a query',
    guarantee: 'a plus sign in a parameter is sent as %2B',
    edits: [
      {
        file: `${API}/build-query.ts`,
        find: 'return params.toString();',
        replace: "return params.toString().replaceAll('%2B', '+');",
      },
    ],
    test: rows('R-4-2-h', 'R-4-2-k'),
  },
  {
    name: 'dates in local time',
    guarantee: 'a date is stored as the service wrote it, in every time zone',
    edits: [
      {
        file: `${API}/decoders/date.ts`,
        find: 'const stated = STATED.exec(received)?.[1] ?? null;',
        replace:
          'const parsed = STATED.test(received) ? new Date(received) : null;\n' +
          "  const two = (value: number): string => String(value).padStart(2, '0');\n" +
          '  const stated = parsed === null ? null : ' +
          '`${parsed.getFullYear()}-${two(parsed.getMonth() + 1)}-${two(parsed.getDate())}`;',
      },
    ],
    test: rows('R-2-8', 'R-2-27'),
    // The defect parses a date as UTC but formats it in local time. In a time zone west of UTC, the result is
    // one day too early.
    env: { TZ: 'America/New_York' },
  },
  {
    name: 'currencies added up',
    guarantee: 'a total over several currencies uses the amounts in US dollars',
    edits: [
      {
        file: 'electron/core/database/queries/cache/rounds.ts',
        find: 'coalesce(sum(amount_usd), 0.0) AS total',
        replace: 'coalesce(sum(amount_value), 0.0) AS total',
      },
    ],
    test: rows('R-2-7'),
  },
  {
    name: 'a redirect followed',
    guarantee: 'a redirect is an error and is never followed',
    edits: [
      {
        file: 'electron/adapters/fetch-transport.ts',
        find: "redirect: 'error',",
        replace: "redirect: 'follow',",
      },
      {
        file: 'electron/adapters/fetch-transport.ts',
        find: 'if (response.redirected || (status >= 300 && status < 400 && status !== 304))',
        replace: 'if (status >= 300 && status < 400 && status !== 304)',
      },
    ],
    test: rows('R-1-5'),
  },
  {
    name: 'a page dropped for one bad row',
    guarantee: 'a row that cannot be decoded does not discard the other rows of its page',
    edits: [
      {
        file: `${API}/decoders/list-page.ts`,
        find: 'const decoded = isObject(row) ? decodeRow(endpoint, row) : null;',
        replace:
          'const decoded = isObject(row) ? decodeRow(endpoint, row) : null;\n    if (decoded === null) return null;',
      },
    ],
    test: rows('R-2-0b'),
  },
  {
    name: 'min_funding sent to /fundings',
    guarantee: 'each endpoint gets its own name for the smallest amount',
    edits: [
      {
        file: `${API}/build-query.ts`,
        find: "['min_amount', 'minAmount', query.minAmount]",
        replace: "['min_funding', 'minAmount', query.minAmount]",
      },
    ],
    test: rows('R-2-42', 'R-4-10'),
  },
  {
    name: 'a 404 read as "no contacts"',
    guarantee: 'a closed contact window is not stored as a company without contacts',
    edits: [
      {
        file: 'electron/core/contacts/store-contacts.ts',
        find: "state: 'closed',",
        replace: "state: 'told-none',",
      },
    ],
    test: rows('R-1-9', 'R-4-6'),
  },
];
