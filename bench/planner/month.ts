import { contactsOf } from '../../electron/simulator/data/contacts.ts';
import { createWorld, type World } from '../../electron/simulator/data/world.ts';
import { PROFILES, startSimulator, type Simulator } from '../../electron/simulator/index.ts';
import type { Api } from '../../shared/contract/index.ts';
import type { Cost } from '../../shared/model/budget.ts';
import type { BuyerRoles } from '../../shared/model/buyer-roles.ts';
import { createFakeClock, settled, type FakeClock } from '../../test/support/app/fake-clock.ts';
import { startTestApp } from '../../test/support/app/test-app.ts';
import { COMPANIES, DAY_MS, END_MS, HOUR_MS, START_MS } from '../seller/month.ts';
import { createRandom } from './small.ts';

/*
 * Runs the real core against the simulator for thirty mornings. Every morning, companies whose contact
 * windows close within three weeks are added to a list. Every strategy gets the same companies. The
 * strategies differ in the order of the requests, and in whether the user or the plan fetches the contacts.
 */

export type Strategy = 'manual' | 'greedy' | 'planner';
export interface MonthFigures {
  readonly strategy: Strategy;
  readonly saved: number;
  readonly captured: number;
  readonly contacts: number;
  /**
   * Records spent on contacts and on profiles. Profiles are included because the planner fetches them to find
   * out how much a company's contacts cost.
   */
  readonly records: number;
  /** The highest number of records used in a single day. */
  readonly busiestDay: number;
  readonly refused: number;
  /** Number of fetched contacts by job title. */
  readonly titles: Readonly<Record<string, number>>;
}

/**
 * Daily budget for contacts, in records. It pays for about two thirds of the contacts at all saved companies.
 */
export const DAILY_CAP = 18;
const SAVED_A_DAY = 5;
const DAYS = 30;

interface Seller {
  readonly api: Api;
  readonly clock: FakeClock;
  readonly listId: string;
  readonly seed: number;
  readonly saved: Set<string>;
  readonly fetched: Set<string>;
}

export async function runMonth(
  seed: number,
  strategy: Strategy,
  buyerRoles: BuyerRoles | null = null,
): Promise<MonthFigures> {
  const clock = createFakeClock(START_MS);
  const worlds: World[] = [];
  const simulator = await startSimulator({
    seed,
    companies: COMPANIES,
    epochMs: END_MS,
    profile: 'documented',
    nowMs: () => clock.nowMs(),
    makeWorld: (options) => {
      const world = createWorld(options);
      worlds.push(world);
      return world;
    },
  });
  simulator.setNow(START_MS);
  const app = await startTestApp({ ports: { clock } });
  try {
    const { api } = app;
    await connect(api, simulator);
    if (buyerRoles !== null) await api.market.setBuyerRoles({ buyerRoles });
    const { id: listId } = await api.watchlists.create({ name: 'Saved' });
    await api.quota.setAllowance({ scope: 'background', period: 'day', records: DAILY_CAP });
    const seller: Seller = { api, clock, listId, seed, saved: new Set(), fetched: new Set() };
    for (let day = 0; day < DAYS; day += 1) {
      await clock.advance(Math.max(0, START_MS + day * DAY_MS + 9 * HOUR_MS - clock.nowMs()));
      await runWithClock(clock, saveCompanies(seller, day));
      await runWithClock(clock, STRATEGIES[strategy](seller, day));
    }
    return { ...figuresOf(simulator, seller, strategy), titles: titlesOf(simulator, worlds) };
  } finally {
    await app.dispose();
    await simulator.dispose();
  }
}

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
}

/**
 * Saves companies that raised money 10, 15 or 20 days ago, depending on the day. Their contact windows close
 * in 20, 15 or 10 days, respectively.
 */
async function saveCompanies({ api, clock, listId, saved }: Seller, day: number): Promise<void> {
  const date = new Date(clock.nowMs() - (10 + ((day * 5) % 15)) * DAY_MS).toISOString().slice(0, 10);
  const question = {
    list: 'fundings',
    query: {
      fundingDateStart: date,
      fundingDateEnd: date,
      limit: SAVED_A_DAY,
      offset: 0,
      countries: [],
      stages: [],
      industries: [],
      technologies: [],
      investors: [],
      companySizes: [],
      tags: [],
      validatedContacts: true,
      hasOpenRoles: false,
      hiringDepartments: [],
      hiringSeniority: [],
    },
  } as const;
  const { ask } = await api.search.plan({ question: structuredClone(question) as never });
  const { set } = await api.search.run({
    question: structuredClone(question) as never,
    accepted: ask.cost,
    screen: 'search',
  });
  const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit: SAVED_A_DAY });
  const companyIds = [...new Set(rows.map(({ companyId }) => companyId))];
  if (companyIds.length > 0) await api.watchlists.add({ id: listId, companyIds, reason: '' });
  for (const companyId of companyIds) saved.add(companyId);
}

const STRATEGIES: Readonly<Record<Strategy, (seller: Seller, day: number) => Promise<void>>> = {
  /** Each day, the user returns to a few random companies and fetches their contacts by hand. */
  manual: async (seller, day) => {
    const isVisited = (index: number): boolean => createRandom(seller.seed + index * 31 + day * 977)() < 0.08;
    await fetchManually(
      seller,
      unfetched(seller).filter((_, index) => isVisited(index)),
    );
  },
  /** Every morning, fetches the cheapest contacts first, within the daily cap. */
  greedy: async (seller) => {
    const priced = await Promise.all(
      unfetched(seller).map(async (companyId) => ({ companyId, cost: await priceOf(seller, companyId) })),
    );
    priced.sort((a, b) => a.cost.records - b.cost.records);
    await fetchManually(
      seller,
      priced.map(({ companyId }) => companyId),
    );
  },
  /**
   * Every morning, approves the whole plan. Repeats this up to five times, as long as the plan has new
   * proposals.
   */
  planner: async (seller) => {
    for (let time = 0; time < 6; time += 1) if (!(await approveAll(seller))) return;
  },
};

const unfetched = ({ saved, fetched }: Seller): string[] => [...saved].filter((id) => !fetched.has(id));
const priceOf = async ({ api }: Seller, companyId: string): Promise<Cost> =>
  (await api.quota.price({ call: { endpoint: 'contacts', companyId } })).cost;

/**
 * Fetches contacts one company at a time at the displayed price, up to the cap. If a contact window has
 * closed, the request costs nothing. No company is requested twice.
 */
async function fetchManually(seller: Seller, companyIds: readonly string[]): Promise<void> {
  let left = DAILY_CAP;
  for (const id of companyIds) {
    const accepted = await priceOf(seller, id);
    if (accepted.records > left) return;
    const { receipt } = await seller.api.companies
      .fetchPeople({ id, accepted, screen: 'company' })
      .catch(() => ({ receipt: null }));
    seller.fetched.add(id);
    left -= receipt?.cost.records ?? 0;
  }
}

async function approveAll({ api }: Seller): Promise<boolean> {
  const { proposal } = await api.plan.today({});
  const keys = proposal.items
    .filter(({ kind }) => kind === 'contacts' || kind === 'profile')
    .map(({ key }) => key);
  if (keys.length === 0) return false;
  const { preview } = await api.plan.price({ keys });
  if (preview === null) return false;
  await api.plan.approve({ keys, accepted: preview.cost, screen: 'today' });
  for (;;) {
    const { run } = await api.plan.today({});
    if (run === null || run.state !== 'running') return true;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/**
 * Runs `work`. If `work` has not ended after a second of real time, one of its requests is waiting for the
 * per-minute limit. The simulated clock is then advanced until `work` ends.
 */
async function runWithClock(clock: FakeClock, work: Promise<void>): Promise<void> {
  const state = { isDone: false };
  const watched = work.finally(() => {
    state.isDone = true;
  });
  const startMs = performance.now();
  while (!state.isDone) {
    await settled();
    if (!state.isDone && performance.now() - startMs > 1_000) await clock.advance(1_000);
  }
  await watched;
}

/**
 * Counts the job titles of the contacts in the service's responses. The titles come from the simulator's
 * data.
 */
function titlesOf(simulator: Simulator, worlds: readonly World[]): Record<string, number> {
  const [world] = worlds;
  const counts: Record<string, number> = {};
  for (const { path, status, atMs } of simulator.transcript()) {
    const id = /\/companies\/([^/]+)\/contacts$/.exec(path)?.[1];
    const company = id === undefined || status !== 200 ? undefined : world?.byId.get(id);
    if (world === undefined || company === undefined) continue;
    for (const { title } of contactsOf(company, world, PROFILES.documented, atMs))
      counts[title] = (counts[title] ?? 0) + 1;
  }
  return counts;
}

function figuresOf(
  simulator: Simulator,
  { saved }: Seller,
  strategy: Strategy,
): Omit<MonthFigures, 'titles'> {
  const calls = simulator.transcript().filter(({ path }) => path.endsWith('/contacts'));
  const answered = calls.filter(({ status, rows }) => status === 200 && rows > 0);
  const days = new Map<number, number>();
  // Requests for profiles are included, because the records that they cost also count towards the daily cap.
  const planned = simulator.transcript().filter(({ path }) => /\/companies\/[^/]+(\/contacts)?$/.test(path));
  for (const { atMs, charged } of planned) {
    const day = Math.floor(atMs / DAY_MS);
    days.set(day, (days.get(day) ?? 0) + charged.records);
  }
  return {
    strategy,
    saved: saved.size,
    captured: new Set(answered.map(({ path }) => path)).size,
    contacts: answered.reduce((sum, { rows }) => sum + rows, 0),
    records: planned.reduce((sum, { charged }) => sum + charged.records, 0),
    busiestDay: Math.max(0, ...days.values()),
    refused: simulator.transcript().filter(({ status }) => status === 429).length,
  };
}
