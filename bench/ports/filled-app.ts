import { startTestApp, type TestApp } from '../../test/support/app/test-app.ts';

const PAGES = 6;

export interface FilledApp {
  readonly app: TestApp;
  /** Input of `library.rows` for the first 50 companies. */
  readonly input: { readonly queryId: string; readonly offset: number; readonly limit: number };
  readonly total: number;
  /** Calls the handler directly, bypassing the contract. */
  bare(): Promise<unknown>;
}

/** Starts the real core with a demo library of several hundred companies. */
export async function startFilledApp(): Promise<FilledApp> {
  const app = await startTestApp({ demo: true });
  const { serverNowMs } = await app.api.quota.status({});
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  for (let page = 0; page < PAGES; page += 1) {
    const query = {
      fundingDateStart: date(serverNowMs - 60 * 86_400_000),
      fundingDateEnd: date(serverNowMs),
      limit: 50,
      offset: page * 50,
    };
    const { cost } = await app.api.quota.price({ call: { endpoint: 'fundings', query } });
    await app.api.search.run({ question: { list: 'fundings', query }, accepted: cost, screen: 'search' });
  }
  const { queryId, total } = await app.api.library.open({});
  const input = { queryId, offset: 0, limit: 50 };
  return { app, input, total, bare: async () => app.handlers.library.rows(input) };
}
