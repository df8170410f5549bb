/** Defects that conformance has to notice. Each is planted in the sources of a process of its own, never in the product. */
export interface Plant {
  readonly name: string;
  /** Below the repository's root. */
  readonly file: string;
  /** Each `find` stands in the file exactly once, or the plant is stale. */
  readonly edits: readonly { readonly find: string; readonly replace: string }[];
  /** Every one of these rows must fail with it; without it they pass. */
  readonly rows: readonly string[];
}

const API = 'electron/core/api';

export const PLANTS: readonly Plant[] = [
  {
    name: 'a bare + in a query',
    file: `${API}/query.ts`,
    edits: [
      { find: 'return params.toString();', replace: "return params.toString().replaceAll('%2B', '+');" },
    ],
    rows: ['R-4-2-h', 'R-4-2-k'],
  },
  {
    name: 'dates in local time',
    file: `${API}/decode-date.ts`,
    edits: [
      {
        find: 'const stated = STATED.exec(received)?.[1] ?? null;',
        replace:
          'const parsed = STATED.test(received) ? new Date(received) : null;\n' +
          "  const two = (value: number): string => String(value).padStart(2, '0');\n" +
          '  const stated = parsed === null ? null : ' +
          '`${parsed.getFullYear()}-${two(parsed.getMonth() + 1)}-${two(parsed.getDate())}`;',
      },
    ],
    rows: ['R-2-8', 'R-2-27'],
  },
  {
    name: 'currencies added up',
    file: 'electron/core/db/queries/rounds.ts',
    edits: [
      {
        find: 'coalesce(sum(amount_usd), 0.0) AS total',
        replace: 'coalesce(sum(amount_value), 0.0) AS total',
      },
    ],
    rows: ['R-2-7'],
  },
  {
    name: 'a redirect followed',
    file: 'electron/adapters/fetch-transport.ts',
    edits: [
      { find: "redirect: 'error',", replace: "redirect: 'follow'," },
      {
        find: 'if (response.redirected || (status >= 300 && status < 400 && status !== 304))',
        replace: 'if (status >= 300 && status < 400 && status !== 304)',
      },
    ],
    rows: ['R-1-5'],
  },
  {
    name: 'a page dropped for one bad row',
    file: `${API}/decode-list.ts`,
    edits: [
      {
        find: 'const decoded = isObject(row) ? decodeRow(endpoint, row) : null;',
        replace:
          'const decoded = isObject(row) ? decodeRow(endpoint, row) : null;\n    if (decoded === null) return null;',
      },
    ],
    rows: ['R-2-0b'],
  },
  {
    name: 'min_funding sent to /fundings',
    file: `${API}/query.ts`,
    edits: [
      {
        find: "['min_amount', 'minAmount', query.minAmount]",
        replace: "['min_funding', 'minAmount', query.minAmount]",
      },
    ],
    rows: ['R-2-42', 'R-4-10'],
  },
  {
    name: 'a 404 read as "no contacts"',
    file: 'electron/core/library/contacts.ts',
    edits: [{ find: "state: 'closed',", replace: "state: 'told-none'," }],
    rows: ['R-1-9', 'R-4-6'],
  },
];
