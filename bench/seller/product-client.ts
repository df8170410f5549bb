import { startSimulator, type Simulator } from '../../electron/simulator/index.ts';
import type { TranscriptEntry } from '../../electron/simulator/service/transcript.ts';
import type { Api } from '../../shared/contract/index.ts';
import { createFakeClock, settled, type FakeClock } from '../../test/support/app/fake-clock.ts';
import { startTestApp } from '../../test/support/app/test-app.ts';
import { createUserSession, type UserSession, type UnexpectedResults } from './user-session.ts';
import { openCompany } from './product-company.ts';
import { readList, type FeedPolicy } from './product-search.ts';
import { countCalls, type Figures } from './figures.ts';
import { compareCounters, type CounterPair } from './ledger-check.ts';
import { COMPANIES, END_MS, START_MS } from './month.ts';
import type { Action, Script } from './script.ts';
import { createShownItems, lateRounds, roundItem, type ShownItems } from './useful.ts';

/*
 * This product: the real core with real files, connected to the simulator over real sockets. It is called
 * through its contract, as the screens call it. Every request is sent at its displayed price. If the governor
 * refuses a request, the user sees only the data in the library.
 */

export interface ProductFigures extends Figures, UnexpectedResults {
  /** Counters in the ledger and in the service at the end, after fetching `/stats`. */
  readonly counters: readonly CounterPair[];
  /** All requests that the service received, in order. */
  readonly calls: readonly TranscriptEntry[];
  /** Number of records charged for each kind of request. */
  readonly spentFor: Readonly<Record<string, number>>;
}

/** What the user does where the screen leaves a choice. */
export interface Habits {
  readonly policy: FeedPolicy;
  /** The age, in ms, above which the user fetches a profile again. */
  readonly profileAgeMs: number;
}

export async function runProduct(seed: number, script: Script, habits: Habits): Promise<ProductFigures> {
  const clock = createFakeClock(START_MS);
  const simulator = await startSimulator({
    seed,
    companies: COMPANIES,
    epochMs: END_MS,
    profile: 'documented',
    nowMs: () => clock.nowMs(),
  });
  // The data set is created as of the end of the month, so it covers the whole month. The service's clock is
  // then set back to the start of the month.
  simulator.setNow(START_MS);
  const app = await startTestApp({ ports: { clock } });
  try {
    const unexpected: UnexpectedResults = { refusedOnDay: null, unexpectedErrors: {} };
    const session = createUserSession(app.api, clock, unexpected);
    await runWithClock(clock, connect(app.api, simulator));
    const shown = createShownItems();
    for (const action of script.actions) {
      await clock.advance(Math.max(0, action.atMs - clock.nowMs()));
      await runWithClock(clock, perform(session, action, habits, shown));
    }
    const counters = await compareCounters(session, simulator, (ms) => clock.advance(ms));
    return { ...figuresOf(simulator, script, shown), ...unexpected, counters };
  } finally {
    await app.dispose();
    await simulator.dispose();
  }
}

async function perform(
  session: UserSession,
  action: Action,
  { policy, profileAgeMs }: Habits,
  shown: ShownItems,
): Promise<void> {
  if (action.kind === 'list') shown.addList(action, await readList(session, action, policy));
  else shown.addCompany(action.companyId, action.available, await openCompany(session, action, profileAgeMs));
}

/**
 * Does what a user does on the first day: connects, fetches the filter values for Search, and calibrates
 * costs. Accepts the previewed price of each request.
 */
async function connect(api: Api, simulator: Simulator): Promise<void> {
  const { cost } = await api.workspaces.connectPrice({});
  await api.workspaces.connect({
    baseUrl: simulator.baseUrl,
    apiKey: simulator.liveKey,
    place: 'keychain',
    people: { mode: 'keychain' },
    accepted: cost,
    screen: 'first-run',
  });
  const filters = await api.quota.price({ call: { endpoint: 'filters' } });
  await api.search.refreshFilters({ accepted: filters.cost, screen: 'search' });
  const { preview } = await api.quota.calibrationPrice({});
  const { disturbed } = await api.quota.calibrate({ accepted: preview.cost, screen: 'quota' });
  if (disturbed) throw new Error('calibration found other usage, although no other client uses this account');
}

/**
 * Runs `work`. If `work` takes longer than `WAITS_AFTER_MS`, a request is waiting for the simulated clock,
 * for example because of the per-minute limit. The clock is then advanced until `work` ends.
 */
async function runWithClock(clock: FakeClock, work: Promise<void>): Promise<void> {
  const state = { isDone: false };
  const watched = work.finally(() => {
    state.isDone = true;
  });
  const startMs = performance.now();
  while (!state.isDone) {
    await settled();
    // The simulator itself responds within milliseconds. A request that takes longer than `WAITS_AFTER_MS` is
    // therefore waiting for the simulated clock.
    if (!state.isDone && performance.now() - startMs > WAITS_AFTER_MS) await clock.advance(1_000);
  }
  await watched;
}
const WAITS_AFTER_MS = 2_000;

function figuresOf(
  simulator: Simulator,
  script: Script,
  { items }: ShownItems,
): Omit<ProductFigures, keyof UnexpectedResults | 'counters'> {
  const entries = simulator.transcript();
  const spentFor: Record<string, number> = {};
  for (const { path, charged } of entries) {
    const purpose = path.replace('/api/v1/', '').replace(/^companies\/[^/]+/, 'company');
    spentFor[purpose] = (spentFor[purpose] ?? 0) + charged.records;
  }
  const lateMissed = [...lateRounds(script)].filter((roundId) => !items.has(roundItem(roundId))).length;
  return { ...countCalls(entries), calls: entries, items: items.size, lateMissed, spentFor };
}
