import { buildFundingsQuery } from '../../electron/core/service-api/build-query.ts';
import { createVirtualClock } from '../../electron/simulator/service/virtual-clock.ts';
import { BASE_PATH } from '../../electron/simulator/service/handle-request.ts';
import { createService, serve } from '../../electron/simulator/control/controlled-service.ts';
import { FACT_CALLS, FACTS, hasData, type Fact } from './facts.ts';
import { countCalls, type Figures } from './figures.ts';
import { dateOf, SECOND_MS, START_MS } from './month.ts';
import { AUTHORIZATION, freshState, rowsIn, type Oracle } from './oracle.ts';
import { ROWS_A_PAGE } from './profile.ts';
import type { ListAction, CompanyAction, Script } from './script.ts';
import { createShownItems, lateRounds, type ShownItems } from './useful.ts';

/*
 * Two clients without a governor or a library. Whenever the filter changes, both load as many pages as the
 * user reads. Whenever a company is opened, both load all seven responses about it. `naive` caches nothing;
 * `same-url` caches every successful response by URL until midnight UTC.
 *
 * If the service refuses a request because of the per-minute limit, the client waits and sends it again. Any
 * other refusal is ignored, so a client that has used up a budget keeps sending requests and shows nothing.
 * Only items on the screen count as useful.
 */

export type PlainKind = 'naive' | 'same-url';

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly rows: number;
}
/** Sends a GET request to a path below the base URL. */
type Ask = (path: string, search: string) => Reply;

/** Runs the client with the service's limits. */
export function runPlainClient(kind: PlainKind, script: Script, oracle: Oracle): Figures {
  let nowMs = START_MS;
  const clock = createVirtualClock(() => nowMs, { offsetMs: 0, frozenAtMs: null });
  const service = createService(freshState(oracle.world), { clock, realNowMs: () => nowMs });
  const ask: Ask = (path, search) => {
    const request = { method: 'GET', path: BASE_PATH + path, query: search, authorization: AUTHORIZATION };
    service.state.world = oracle.worldFor(search);
    const { reply } = serve(service, request);
    if (reply === null) throw new Error('the service did not answer');
    if (reply.limitType !== 'per_minute') return reply;
    nowMs += Number(reply.headers['Retry-After'] ?? 60) * SECOND_MS;
    return ask(path, search);
  };
  const shown = runScript(script, kind === 'naive' ? ask : cacheUntilMidnight(ask, () => nowMs), (atMs) => {
    nowMs = Math.max(nowMs, atMs);
  });
  service.webhook.dispose();
  return { ...countCalls(service.transcript.since(0)), ...countItems(script, shown) };
}

/** Runs the client with an unlimited account, to find out what the whole month would cost. */
export function runEndless(kind: PlainKind, script: Script, oracle: Oracle): Figures {
  let nowMs = START_MS;
  const total = { requests: 0, records: 0, pageTurns: 0 };
  const ask: Ask = (path, search) => {
    const answer = oracle.ask(path, search, nowMs);
    total.requests += answer.charge.requests;
    total.records += answer.charge.records;
    total.pageTurns += answer.charge.pageTurns;
    return answer;
  };
  const shown = runScript(script, kind === 'naive' ? ask : cacheUntilMidnight(ask, () => nowMs), (atMs) => {
    nowMs = atMs;
  });
  return { ...total, ...countItems(script, shown), outOnDay: null, refusals: 0 };
}

const countItems = (script: Script, { items }: ShownItems): Pick<Figures, 'items' | 'lateMissed'> => ({
  items: items.size,
  lateMissed: [...lateRounds(script)].filter((roundId) => !items.has(`round ${roundId}`)).length,
});

/** Caches successful responses by exact URL until midnight UTC. */
function cacheUntilMidnight(ask: Ask, nowMs: () => number): Ask {
  const cache = new Map<string, Reply>();
  let day = '';
  return (path, search) => {
    if (dateOf(nowMs()) !== day) cache.clear();
    day = dateOf(nowMs());
    const address = `${path}?${search}`;
    const reply = cache.get(address) ?? ask(path, search);
    if (reply.status === 200) cache.set(address, reply);
    return reply;
  };
}

function runScript(script: Script, ask: Ask, setTime: (atMs: number) => void): ShownItems {
  const shown = createShownItems();
  for (const action of script.actions) {
    setTime(action.atMs);
    if (action.kind === 'list') shown.addList(action, readList(action, ask));
    else shown.addCompany(action.companyId, action.available, openCompany(action, ask));
  }
  return shown;
}

function readList({ query, pages }: ListAction, ask: Ask): ReadonlySet<string> {
  const ids = new Set<string>();
  for (let page = 0; page < pages; page += 1) {
    const { search } = buildFundingsQuery({ ...query, offset: page * ROWS_A_PAGE });
    const { status, body } = ask('/fundings', search);
    if (status === 200) rowsIn(body).forEach(({ roundId }) => ids.add(roundId));
  }
  return ids;
}

function openCompany({ companyId }: CompanyAction, ask: Ask): ReadonlySet<Fact> {
  return new Set(
    FACTS.filter((fact) => {
      const { path, search } = FACT_CALLS[fact];
      return hasData(ask(`/companies/${encodeURIComponent(companyId)}${path}`, search));
    }),
  );
}
