import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { companyNamesOf } from '../../../electron/core/database/queries/cache/companies.ts';
import { contactsState } from '../../../electron/core/database/queries/cache/contacts.ts';
import { fetchStats } from '../../../electron/core/fetching/fetch-stats.ts';
import {
  byHand,
  runPricedRequest,
  type RequestParts,
} from '../../../electron/core/fetching/priced-request.ts';
import { eraseCompany } from '../../../electron/core/privacy/erase.ts';
import type { Client } from '../../../electron/core/service-api/client-port.ts';
import { describeCall } from '../../../electron/core/service-api/endpoints.ts';
import type { OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import type { Publish } from '../../../shared/contract/index.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { failureOf } from '../../support/common/failure.ts';
import { fundingsQuery, random } from '../../support/app/library-fixtures.ts';

/* The steps of a priced request, with a real workspace and governor and the simulated service. */

const DAY_MS = 86_400_000;
let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
let workspace: OpenWorkspace;
beforeEach(async () => {
  demo = await openDemoWorkspace();
  ({ workspace } = demo);
});
afterEach(() => demo.dispose());

const worst = (call: PricedCall): Cost => workspace.governor.worst(describeCall(call, workspace.hints));
const byClick = (call: PricedCall) => byHand(worst(call), 'company');
const sentRequests = (): number => workspace.demo?.transcript(0, 1).total ?? 0;
const ledgerRows = (): number => workspace.governor.ledger(0, 1).total;
const noRoom = (): never => {
  throw new AppFailure({ kind: 'storage', reason: 'full' });
};
/** Returns the parts of the workspace, with locked contacts. */
const locked = (): RequestParts => ({
  ...workspace,
  vault: { ...workspace.vault, seal: () => ({ mode: 'locked' }) },
});
/** Returns a client that calls `act` immediately before it sends a request. */
const clientAfter = (act: () => void): Client => ({
  request: (call, context, store) => {
    act();
    return workspace.client.request(call, context, store);
  },
});

/** Fetches a page of recent rounds, and returns the ids of their companies. */
async function search(): Promise<string[]> {
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const nowMs = workspace.governor.serverNowMs();
  const query = fundingsQuery({
    fundingDateStart: date(nowMs - 20 * DAY_MS),
    fundingDateEnd: date(nowMs),
    limit: 10,
  });
  const call = { endpoint: 'fundings', query } as const;
  const { value } = await runPricedRequest(workspace, call, byClick(call));
  return value.rows.map(({ company }) => company.companyId);
}

describe('before a priced request is charged', () => {
  it('refuses it without room on the disk, and does not ask for the contact key', async () => {
    let requested = 0;
    const parts = { ...locked(), requireRoom: noRoom };
    const call = { endpoint: 'contacts', companyId: 'c1' } as const;
    const unlockContacts = (): Promise<boolean> => Promise.resolve((requested += 1) > 0);
    const failed = runPricedRequest(parts, call, byClick(call), { unlockContacts });
    expect(await failureOf(failed)).toEqual({ kind: 'storage', reason: 'full' });
    expect([requested, ledgerRows(), sentRequests()]).toEqual([0, 0, 0]);
  });

  it('reserves nothing for contacts that cannot be stored', async () => {
    const call = { endpoint: 'contacts', companyId: 'c1' } as const;
    const error = { kind: 'conflict', reason: 'people-locked' };
    expect(await failureOf(runPricedRequest(locked(), call, byClick(call)))).toEqual(error);
    const stillLocked = { unlockContacts: () => Promise.resolve(false) };
    expect(await failureOf(runPricedRequest(locked(), call, byClick(call), stillLocked))).toEqual(error);
    expect([ledgerRows(), sentRequests()]).toEqual([0, 0]);
  });

  it('makes the request once contacts could be unlocked', async () => {
    const [companyId = ''] = await search();
    const call = { endpoint: 'contacts', companyId } as const;
    const before = sentRequests();
    let isLocked = true;
    const vault = {
      ...workspace.vault,
      seal: () => (isLocked ? ({ mode: 'locked' } as const) : workspace.vault.seal()),
    };
    const unlockContacts = async (): Promise<boolean> => {
      isLocked = false;
      return true;
    };
    await runPricedRequest({ ...workspace, vault }, call, byClick(call), { unlockContacts });
    expect(sentRequests()).toBe(before + 1);
    expect(contactsState(workspace.files.cache, companyId)?.fetchedAtMs).not.toBeNull();
  });

  it('sends nothing that is dearer than the accepted price, with learned costs', async () => {
    const call = { endpoint: 'health' } as const;
    const context = byClick(call);
    await runPricedRequest(workspace, call, context);
    const before = sentRequests();
    workspace.governor.storeMeasuredCosts([
      { endpoint: 'health', unit: 'records', assumed: 0, learned: 1, atMs: workspace.governor.serverNowMs() },
    ]);
    expect(await failureOf(runPricedRequest(workspace, call, context))).toMatchObject({
      kind: 'price-changed',
      preview: { cost: { records: 1 } },
    });
    expect(sentRequests()).toBe(before);
    const [refused] = workspace.governor.ledger(0, 1).rows;
    expect(refused).toMatchObject({ endpoint: 'health', state: 'refused', cost: null });
  });
});

describe('the steps of a priced request', () => {
  /** Returns the parts that a request needs. Each part appends its step to `steps`. */
  function logging(): { readonly parts: RequestParts; readonly steps: string[] } {
    const steps: string[] = [];
    const { client, connection, erased, requireRoom, saveDemo } = workspace;
    const publish: Publish = (group, name) => void steps.push(`${group}.${name}`);
    const parts: RequestParts = {
      ...workspace,
      publish,
      requireRoom: () => {
        steps.push('room');
        requireRoom();
      },
      erased: {
        since: () => {
          steps.push('erasures');
          return erased.since();
        },
      },
      connection: {
        watch: async (work) => {
          try {
            return await connection.watch(work);
          } finally {
            steps.push(`service ${connection.current().state}`);
          }
        },
      },
      client: {
        request: async (call, context, store) => {
          const response = await client.request(call, context, (value, atMs) => {
            steps.push(`store, ${workspace.governor.ledger(0, 1).rows[0]?.state ?? 'nothing'}`);
            store(value, atMs);
          });
          steps.push(workspace.governor.ledger(0, 1).rows[0]?.state ?? 'nothing');
          return response;
        },
      },
      saveDemo: () => {
        steps.push('demo saved');
        saveDemo();
      },
    };
    return { parts, steps };
  }

  it('follow each other in this order', async () => {
    const [companyId = ''] = await search();
    const { parts, steps } = logging();
    const call = { endpoint: 'company', companyId } as const;
    await runPricedRequest(parts, call, byClick(call));
    expect(steps).toEqual([
      'room',
      'erasures',
      'store, reserved',
      'spent',
      'service online',
      'demo saved',
      'companies.onChanged',
      'library.onChanged',
    ]);
  });

  it('save the demo and publish the company after a failure too', async () => {
    const [companyId = ''] = await search();
    await workspace.demo?.setRunning(false);
    const { parts, steps } = logging();
    const call = { endpoint: 'company', companyId } as const;
    expect(await failureOf(runPricedRequest(parts, call, byClick(call)))).toMatchObject({ kind: 'network' });
    expect(steps).toEqual([
      'room',
      'erasures',
      'service offline',
      'demo saved',
      'companies.onChanged',
      'library.onChanged',
    ]);
  });

  it('publish a list only after a response, and a request about the account never', async () => {
    const pushes = async (call: PricedCall, isRunning: boolean): Promise<string[]> => {
      await workspace.demo?.setRunning(isRunning);
      workspace.governor.review();
      const { parts, steps } = logging();
      await runPricedRequest(parts, call, byClick(call)).catch(() => null);
      return steps.filter((step) => step.endsWith('.onChanged'));
    };
    const list = { endpoint: 'fundings', query: fundingsQuery({ limit: 1 }) } as const;
    expect(await pushes(list, true)).toEqual(['library.onChanged']);
    expect(await pushes(list, false)).toEqual([]);
    for (const endpoint of ['stats', 'filters', 'health'] as const)
      expect(await pushes({ endpoint }, true)).toEqual([]);
  });

  it('hold the contact key only for responses with contacts', async () => {
    const [companyId = ''] = await search();
    const held: string[] = [];
    for (const endpoint of ['company', 'contacts', 'rounds', 'news'] as const) {
      const whileFetching: RequestParts['vault']['whileFetching'] = (work) => {
        held.push(endpoint);
        return workspace.vault.whileFetching(work);
      };
      const call = { endpoint, companyId };
      const parts = { ...workspace, vault: { ...workspace.vault, whileFetching } };
      await runPricedRequest(parts, call, byClick(call)).catch(() => null);
    }
    expect(held).toEqual(['company', 'contacts']);
  });
});

describe('a 404 below a company', () => {
  const call = { endpoint: 'contacts', companyId: '' } as const;
  const closed = { kind: 'not-available', what: 'contacts' };
  /** Returns the id of a company whose contact window has closed, so the service responds with 404. */
  async function closedCompany(): Promise<string> {
    const [companyId = ''] = await search();
    workspace.demo?.travel(60 * DAY_MS);
    workspace.governor.review();
    return companyId;
  }
  const state = (companyId: string) => contactsState(workspace.files.cache, companyId)?.state ?? null;

  it('costs nothing, and its meaning is stored', async () => {
    const companyId = await closedCompany();
    const requested = { ...call, companyId };
    expect(await failureOf(runPricedRequest(workspace, requested, byClick(requested)))).toMatchObject(closed);
    expect(state(companyId)).toBe('closed');
    expect(workspace.governor.ledger(0, 1).rows[0]).toMatchObject({ state: 'released', cost: null });
    expect(workspace.connection.current().state).toBe('online');
  });

  it('is not stored about a company that was erased in the meantime', async () => {
    const companyId = await closedCompany();
    const erase = (): void => {
      const { files, governor } = workspace;
      const target = { files, random, nowMs: governor.serverNowMs(), pause: () => Promise.resolve() };
      eraseCompany(target, companyId);
      workspace.erased.note(companyId);
    };
    const requested = { ...call, companyId };
    const parts = { ...workspace, client: clientAfter(erase) };
    expect(await failureOf(runPricedRequest(parts, requested, byClick(requested)))).toMatchObject(closed);
    expect([state(companyId), companyNamesOf(workspace.files.cache, [companyId]).size]).toEqual([null, 0]);
  });
});

describe('a reading of the service’s counters', () => {
  const context = () => byClick({ endpoint: 'stats' });

  it('reconciles the ledger', async () => {
    const { serverNowMs } = await fetchStats(workspace, context());
    expect(workspace.governor.status().confirmedAtMs).toBe(serverNowMs);
  });

  it('is ignored if the key was replaced after it', async () => {
    const replaceKey = (): void => workspace.governor.keyReplaced('another-account');
    const client: Client = {
      request: async (...request) => {
        const response = await workspace.client.request(...request);
        replaceKey();
        return response;
      },
    };
    await fetchStats({ ...workspace, client }, context());
    expect(workspace.governor.status().confirmedAtMs).toBeNull();
  });
});
