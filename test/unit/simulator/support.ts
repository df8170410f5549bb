import { startSimulator, type Simulator, type SimulatorOptions } from '../../../electron/simulator/index.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';

export const DAY_MS = 86_400_000;
/** Noon in the middle of a month, far from any reset. */
export const EPOCH_MS = Date.UTC(2026, 10, 14, 12);

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}
export interface Page {
  readonly rows: Record<string, unknown>[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly limit: number;
}

export const start = (options: SimulatorOptions = {}): Promise<Simulator> =>
  startSimulator({ seed: 5, companies: 600, epochMs: EPOCH_MS, makeWorld: sharedWorld, ...options });

export async function get(
  simulator: Simulator,
  path: string,
  params: readonly (readonly [string, string])[] = [],
  key: string = simulator.liveKey,
): Promise<Reply> {
  const query = new URLSearchParams(params.map(([name, value]) => [name, value])).toString();
  const response = await fetch(`${simulator.baseUrl}${path}${query === '' ? '' : `?${query}`}`, {
    headers: { Authorization: `Bearer ${key}` },
    redirect: 'manual',
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : asRow(JSON.parse(text)),
  };
}

export const asRow = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
export const asRows = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(asRow) : [];

export const day = (offset: number): string =>
  new Date(EPOCH_MS + offset * DAY_MS).toISOString().slice(0, 10);
export const lastDays = (days: number): [string, string][] => [
  ['funding_date_start', day(1 - days)],
  ['funding_date_end', day(0)],
];

/** Fetches a page. Advances the virtual clock by 4 s, so the minute limit is never reached. */
export async function page(
  simulator: Simulator,
  path: '/companies' | '/fundings',
  params: readonly (readonly [string, string])[],
): Promise<Page> {
  const { status, body } = await get(simulator, path, params);
  simulator.advance(4_000);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  const { total, has_more: hasMore, limit } = asRow(body['pagination']);
  return {
    rows: asRows(body['data']),
    total: Number(total),
    hasMore: hasMore === true,
    limit: Number(limit),
  };
}

export const charged = (simulator: Simulator) => simulator.transcript().at(-1)?.charged;
