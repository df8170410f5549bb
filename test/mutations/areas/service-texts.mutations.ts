import type { Mutation } from '../mutation.ts';
import { rows } from '../planted.ts';

const BASE_URL_ADVICE = 'renderer/features/settings/account/base-url-advice.ts';
const CONNECT_FORM = 'test/renderer/features/settings/connect-form.test.ts';
const ENTRY_PAGES = 'electron/core/database/queries/ledger/entry-pages.ts';
const LEDGER_SEARCH = 'test/unit/handlers/ledger-search.test.ts';
const TERMS = 'test/renderer/features/settings/terms.test.ts';
const LINKS = 'electron/core/handlers/links.ts';
const LINKS_TEST = 'test/unit/handlers/links.test.ts';
const SERVICE_ERROR = 'electron/core/service-api/service-error.ts';

/** Defects in the app's messages about the service, and in the display of the service's own text. */
export const SERVICE_TEXT_MUTATIONS: readonly Mutation[] = [
  {
    name: 'brackets in a text count as nesting',
    guarantee: 'a response is not rejected because of brackets in its texts',
    edits: [
      {
        file: 'electron/core/foundation/json-depth.ts',
        find: 'while (end !== -1 && isEscaped(json, end));',
        replace: 'while (end !== -1 && isEscaped(json, json.length));',
      },
    ],
    test: {
      file: 'test/unit/foundation/json-depth.test.ts',
      titles: ['does not count brackets in strings'],
    },
  },
  {
    name: 'an error without the text of the service',
    guarantee: 'an error carries the service’s own text',
    edits: [
      {
        file: 'electron/core/quota/run-exchange.ts',
        find: 'if (serviceError === undefined) return failure;',
        replace: 'if (serviceError !== null) return failure;',
      },
    ],
    test: rows('R-7-1-text', 'R-7-1-limit'),
  },
  {
    name: 'a ledger without the text of the service',
    guarantee: 'the ledger stores the service’s own text with the request',
    edits: [
      {
        file: 'electron/core/quota/run-exchange.ts',
        find: 'if (serviceError !== undefined) insertServiceError(db, grant.id, serviceError);',
        replace: 'if (serviceError?.status === 0) insertServiceError(db, grant.id, serviceError);',
      },
    ],
    test: rows('R-7-1-text', 'R-1-5-excerpt'),
  },
  {
    name: 'the key in the text of the service',
    guarantee: 'a key that the service repeats is masked',
    edits: [
      {
        file: SERVICE_ERROR,
        find: "maskSecrets(maskKey(cleanLine(raw).replace(/\\s+/g, ' '), apiKey))",
        replace: "maskSecrets(cleanLine(raw).replace(/\\s+/g, apiKey === '' ? '' : ' '))",
      },
    ],
    test: rows('R-7-1-text', 'R-1-5-excerpt'),
  },
  {
    name: 'a long text of the service',
    guarantee: 'the service’s own text is bounded',
    edits: [
      {
        file: SERVICE_ERROR,
        find: "return masked === '' ? null : truncate(masked, max);",
        replace: "return masked === '' ? null : truncate(masked, max * 2);",
      },
    ],
    test: rows('R-7-1-text', 'R-1-5-excerpt'),
  },
  {
    name: 'any word of a search is enough',
    guarantee: 'the request history shows only requests that match every word',
    edits: [
      {
        file: ENTRY_PAGES,
        find: '...words.map(wordCondition),',
        replace: "...(words.length === 0 ? [] : [`(${words.map(wordCondition).join(' OR ')})`]),",
      },
    ],
    test: { file: LEDGER_SEARCH, titles: ['contains only rows that match every word'] },
  },
  {
    name: 'a history without the names of companies',
    guarantee: 'the request history is searched by the name of a company',
    edits: [
      {
        file: 'electron/core/quota/ledger-search-words.ts',
        find: 'name.includes(wanted) || id === word.text',
        replace: "name.includes(wanted) && id === ''",
      },
    ],
    test: rows('R-7-1-history'),
  },
  {
    name: 'a history in one order only',
    guarantee: 'the request history is sorted by cost and status',
    edits: [
      {
        file: ENTRY_PAGES,
        find: 'ORDER BY ${orderOf(filter.sort ?? NEWEST_FIRST)} LIMIT',
        replace: "ORDER BY ${orderOf(filter.sort ?? NEWEST_FIRST) === '' ? '' : 'id DESC'} LIMIT",
      },
    ],
    test: {
      file: LEDGER_SEARCH,
      titles: ['is sorted by cost in both directions', 'is sorted by time in both directions'],
    },
  },
  {
    name: 'a failing service is online',
    guarantee: 'a service that answers with errors is shown as not responding correctly',
    edits: [
      {
        file: 'electron/core/workspace/connection-state.ts',
        find: "return appError.status >= 500 ? 'failing' : 'online';",
        replace: "return appError.status >= 500 ? 'online' : 'online';",
      },
    ],
    test: rows('R-7-13-failing'),
  },
  {
    name: 'an answer of a failing service is offline',
    guarantee: 'the app is offline only if its request did not reach the service',
    edits: [
      {
        file: 'electron/core/workspace/connection-state.ts',
        find: "    case 'not-json':\n      return 'failing';",
        replace: "    case 'not-json':\n      return 'offline';",
      },
    ],
    test: rows('R-7-13-failing'),
  },
  {
    name: 'a department with two names',
    guarantee: 'a department has one name, in the search and at a company',
    edits: [
      {
        file: 'renderer/ui/text/role-strings.ts',
        find: 'NAMES[value.trim().toLowerCase()] ?? value',
        replace: 'NAMES[value] ?? value',
      },
    ],
    test: {
      file: 'test/renderer/ui/role-strings.test.ts',
      titles: ['names every department and seniority level of the specification'],
    },
  },
  {
    name: 'a base URL without its path',
    guarantee: 'the form offers to add /api/v1',
    edits: [
      {
        file: BASE_URL_ADVICE,
        find: '  if (path.endsWith(API_PATH)) return null;',
        replace: '  if (!path.endsWith(`${API_PATH}x`)) return null;',
      },
    ],
    test: { file: CONNECT_FORM, titles: ['offers to complete "https://api.example"'] },
  },
  {
    name: 'plain http to another computer',
    guarantee: 'plain http to another computer is refused, with the reason',
    edits: [
      {
        file: 'electron/core/service-api/base-url.ts',
        find: "if (url.protocol === 'http:' && !loopback) throw refusal('http');",
        replace: "if (url.protocol === 'http:' && url.hostname === '') throw refusal('http');",
      },
    ],
    test: rows('R-1-1-http'),
  },
  {
    name: 'a refused copy without its reason',
    guarantee: 'a refused copy offers the terms of use',
    edits: [
      {
        file: 'renderer/session/app.svelte.ts',
        find: "{ kind: 'problem', action: this.#termsAction }",
        replace: "{ kind: 'problem' }",
      },
    ],
    test: { file: TERMS, titles: ['a refused copy offers the terms of use'] },
  },
  {
    name: 'terms that forbid nothing',
    guarantee: 'the terms name the forbidden uses',
    edits: [
      {
        file: 'renderer/features/settings/terms/strings.ts',
        find: "uses: ['Scraping', 'Resale', 'Showing raw data to the public'],",
        replace: "uses: ['Scraping'],",
      },
    ],
    test: { file: TERMS, titles: ['names every permitted and forbidden use in the specification'] },
  },
  {
    name: 'a page that confirms by itself',
    guarantee: 'a shell that opens links asks the user itself before it opens plain http',
    edits: [
      {
        file: LINKS,
        find: 'await requireAgreement(out, link);',
        replace: 'if (confirmedHost !== host) await requireAgreement(out, link);',
      },
    ],
    test: {
      file: LINKS_TEST,
      titles: ['opens nothing if the user declines, even if the page claims a confirmation'],
    },
  },
  {
    name: 'plain http without a question',
    guarantee: 'a site over plain http opens only after a confirmation that names its host',
    edits: [
      {
        file: LINKS,
        find: 'return { ...plain, isPlain: true, isPasted };',
        replace: 'return { ...plain, isPlain: false, isPasted };',
      },
    ],
    test: {
      file: LINKS_TEST,
      titles: ['opens a website after the user confirmed its host outside the page'],
    },
  },
  {
    name: 'a question that outlives its workspace',
    guarantee: 'an answer that comes after its workspace was left opens nothing',
    edits: [
      {
        file: LINKS,
        find: 'if (workspaces.active() !== workspace) return',
        replace: 'if (workspace === undefined) return',
      },
    ],
    test: { file: LINKS_TEST, titles: ['opens nothing if another workspace was opened during the question'] },
  },
];
