import type { Api } from '../../../shared/contract/index.ts';

import type { Cost } from '../../../shared/model/budget.ts';
import { planRulesSchema, type PlanRules, type PlanRun } from '../../../shared/model/plan.ts';
import type { FundingsQuery } from '../../../shared/model/query.ts';
import type { Clock, HttpTransport } from '../../../electron/core/ports.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { until } from '../../support/common/until.ts';

/* The real core with the demo's service, and a list of companies whose contacts can be fetched. */

const DAY = 86_400_000;
export const screen = 'today' as const;

export interface PlanWorld {
  readonly app: TestApp;
  readonly listId: string;
  readonly listed: readonly string[];
  /** Returns the requests that the service received, newest first. */
  calls(): Promise<Awaited<ReturnType<Api['demo']['transcript']>>['calls']>;
  dispose(): Promise<void>;
}

export interface PlanWorldOptions {
  readonly companies?: number;
  readonly clock?: Clock;
  readonly transport?: HttpTransport;
}

export async function openPlanWorld(options: PlanWorldOptions = {}): Promise<PlanWorld> {
  const { companies: _, ...ports } = options;
  const app = await startTestApp({ demo: true, ports });
  const { api } = app;
  const { serverNowMs } = await api.quota.status({});
  const query = roundsOf(serverNowMs, 50);
  const accepted: Cost = { requests: 1, records: 50, pageTurns: 1, companies: 0 };
  const { set } = await api.search.run({ question: { list: 'fundings', query }, accepted, screen });
  const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit: 50 });
  const open = rows.filter(({ window }) => window.state === 'open').map((row) => row.companyId);
  const list = await api.watchlists.create({ name: 'Warm intros' });
  const listed = [...new Set(open)].slice(0, options.companies ?? 4);
  await api.watchlists.add({ id: list.id, companyIds: listed, reason: '' });
  return {
    app,
    listed,
    listId: list.id,
    calls: async () => (await api.demo.transcript({ offset: 0, limit: 50 })).calls,
    dispose: () => app.dispose(),
  };
}

/**
 * Returns a query for the rounds of the 25 days before `nowMs`. The contact windows of these rounds are still
 * open, because a window lasts 30 days.
 */
export function roundsOf(nowMs: number, limit: number): FundingsQuery {
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return {
    fundingDateStart: date(nowMs - 25 * DAY),
    fundingDateEnd: date(nowMs),
    limit,
    offset: 0,
    countries: [],
    stages: [],
    industries: [],
    technologies: [],
    investors: [],
    companySizes: [],
    tags: [],
    validatedContacts: false,
    hasOpenRoles: false,
    hiringDepartments: [],
    hiringSeniority: [],
  };
}

export const rules = (changed: Partial<PlanRules>): PlanRules => planRulesSchema.parse(changed);

/** Approves the proposed calls that `isChosen` selects, by default all of them, at the shown price. */
export async function approve(
  { app: { api } }: Pick<PlanWorld, 'app'>,
  isChosen: (key: string) => boolean = () => true,
): Promise<PlanRun> {
  const { proposal } = await api.plan.today({});
  const items = proposal.items.filter(({ key }) => isChosen(key));
  const total = (unit: keyof Cost): number => items.reduce((sum, { cost }) => sum + cost[unit], 0);
  const accepted = {
    requests: total('requests'),
    records: total('records'),
    pageTurns: total('pageTurns'),
    companies: total('companies'),
  };
  const { run } = await api.plan.approve({ keys: items.map(({ key }) => key), accepted, screen });
  if (run === null) throw new Error('no plan runs');
  return run;
}

/** Waits until the newest run of a plan is in this state, and returns it. */
export async function runIs(
  { app: { api } }: Pick<PlanWorld, 'app'>,
  state: PlanRun['state'] = 'over',
): Promise<PlanRun> {
  return until(
    async () => {
      const { run } = await api.plan.run({});
      return run?.state === state ? run : null;
    },
    `a run that is ${state}`,
    20_000,
  );
}

/** Returns the total cost of the calls in the ledger that were made by plans and rules. */
export async function ledgerOfPlans({ app: { api } }: Pick<PlanWorld, 'app'>): Promise<Cost> {
  const { rows } = await api.quota.ledger({ offset: 0, limit: 50 });
  const spent = rows.filter(({ reason, state }) => /^(Plan|Rule): /.test(reason) && state === 'spent');
  const sum = (unit: keyof Cost): number => spent.reduce((total, { cost }) => total + (cost?.[unit] ?? 0), 0);
  return {
    requests: sum('requests'),
    records: sum('records'),
    pageTurns: sum('pageTurns'),
    companies: sum('companies'),
  };
}
