import { buildFundingsQuery } from '../../electron/core/service-api/build-query.ts';
import { createVirtualClock } from '../../electron/simulator/service/virtual-clock.ts';
import { BASE_PATH } from '../../electron/simulator/service/handle-request.ts';
import { createService, serve } from '../../electron/simulator/control/controlled-service.ts';
import { FACT_CALLS, FACTS, isTold, type Fact } from './facts.ts';
import { countCalls, type Figures } from './figures.ts';
import { dateOf, SECOND_MS, START_MS } from './month.ts';
import { AUTHORIZATION, freshState, rowsIn, type Oracle } from './oracle.ts';
import { ROWS_A_PAGE } from './profile.ts';
import type { Look, Open, Script } from './script.ts';
import { createShown, lateRounds, type Shown } from './useful.ts';

/*
 * Two clients without a governor or a library. Both query the service at every change of the filter, page by
 * page as far as the user reads, and make all seven requests of a company whenever it is opened. `naive` caches
 * nothing; `same-url` caches every successful response by URL until midnight UTC.
 *
 * If told to wait a minute, they wait and retry. Any other refusal counts as the response: a client without
 * budget keeps sending requests, is refused, and shows nothing. Only what it shows counts as its useful items.
 */

export type PlainKind = 'naive' | 'same-url';

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly rows: number;
}
/** One GET relative to the base URL. */
type Ask = (path: string, search: string) => Reply;

/** The client with its real account. */
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
  const shown = act(script, kind === 'naive' ? ask : keeping(ask, () => nowMs), (atMs) => {
    nowMs = Math.max(nowMs, atMs);
  });
  service.webhook.dispose();
  return { ...countCalls(service.transcript.since(0)), ...brought(script, shown) };
}

/** The same client with an unlimited account: the total cost of the month. */
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
  const shown = act(script, kind === 'naive' ? ask : keeping(ask, () => nowMs), (atMs) => {
    nowMs = atMs;
  });
  return { ...total, ...brought(script, shown), outOnDay: null, refusals: 0 };
}

const brought = (script: Script, { items }: Shown): Pick<Figures, 'items' | 'lateMissed'> => ({
  items: items.size,
  lateMissed: [...lateRounds(script)].filter((roundId) => !items.has(`round ${roundId}`)).length,
});

/** A cache of successful responses by exact URL that is cleared at midnight UTC. */
function keeping(ask: Ask, nowMs: () => number): Ask {
  const kept = new Map<string, Reply>();
  let day = '';
  return (path, search) => {
    if (dateOf(nowMs()) !== day) kept.clear();
    day = dateOf(nowMs());
    const address = `${path}?${search}`;
    const reply = kept.get(address) ?? ask(path, search);
    if (reply.status === 200) kept.set(address, reply);
    return reply;
  };
}

function act(script: Script, ask: Ask, goTo: (atMs: number) => void): Shown {
  const shown = createShown();
  for (const action of script.actions) {
    goTo(action.atMs);
    if (action.kind === 'look') shown.look(action, read(action, ask));
    else shown.open(action.companyId, action.told, open(action, ask));
  }
  return shown;
}

function read({ query, pages }: Look, ask: Ask): ReadonlySet<string> {
  const ids = new Set<string>();
  for (let page = 0; page < pages; page += 1) {
    const { search } = buildFundingsQuery({ ...query, offset: page * ROWS_A_PAGE });
    const { status, body } = ask('/fundings', search);
    if (status === 200) rowsIn(body).forEach(({ roundId }) => ids.add(roundId));
  }
  return ids;
}

function open({ companyId }: Open, ask: Ask): ReadonlySet<Fact> {
  return new Set(
    FACTS.filter((fact) => {
      const { path, search } = FACT_CALLS[fact];
      return isTold(ask(`/companies/${encodeURIComponent(companyId)}${path}`, search));
    }),
  );
}
