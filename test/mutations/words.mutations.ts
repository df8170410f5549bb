import type { Mutation } from './mutation.ts';

const SERVICE_ERROR = 'electron/core/service-api/service-error.ts';

/** Selects the tests for the given conformance rows. Each test's title starts with the id of its row. */
const rows = (...ids: string[]): Mutation['test'] => ({
  file: 'test/conformance/conformance.test.ts',
  titles: ids.map((id) => `${id}: …`),
});

/** Defects in what the app says about the service, and in what it shows of the service's own text. */
export const WORDS_MUTATIONS: readonly Mutation[] = [
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
];
