import { z } from 'zod';
import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import { createClient } from '../../../electron/core/service-api/client.ts';
import type { Client } from '../../../electron/core/service-api/client-port.ts';
import type { DecodedPage } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { companiesQuerySchema, fundingsQuerySchema } from '../../../shared/model/query.ts';
import { startSimulatorProcess, type SimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { byTest, createDirectGovernor, NO_HINTS, type Run } from './direct-governor.ts';

export const DAY_MS = 86_400_000;
const EPOCH = '2026-03-15';
export const onDay = (offset: number): string =>
  new Date(Date.parse(`${EPOCH}T00:00:00Z`) + offset * DAY_MS).toISOString().slice(0, 10);
const range = { fundingDateStart: onDay(-45), fundingDateEnd: onDay(0), limit: 50, offset: 0 };
const entrySchema = z.object({
  path: z.string(),
  query: z.string(),
  rows: z.number(),
  charged: z.object({ records: z.number() }),
  unknownParameters: z.array(z.string()).default([]),
});

export interface Bench {
  readonly simulator: SimulatorProcess;
  readonly client: Client;
  readonly runs: readonly Run[];
  /** Descriptions of differences between responses and the specification. */
  readonly drift: string[];
  /** Returns the latest entry of the service's transcript. */
  last(): Promise<z.output<typeof entrySchema>>;
  /** Advances the service's time until the minute budget is free again. */
  rest(): Promise<unknown>;
}

/** Starts a simulator as a separate process, and a client for it. */
export async function openBench(profile: string): Promise<Bench> {
  const simulator = await startSimulatorProcess([
    '--profile',
    profile,
    '--epoch',
    EPOCH,
    '--companies',
    '1500',
  ]);
  await simulator.control('clock', { setMs: Date.parse(`${EPOCH}T12:00:00Z`) });
  const { governor, runs } = createDirectGovernor();
  const drift: string[] = [];
  const client = createClient({
    watch: {
      answered: ({ endpoint, notes }) =>
        drift.push(...notes.map(({ kind, field }) => `${endpoint} ${kind} ${field}`)),
    },
    governor,
    transport: createFetchTransport((url, init) => fetch(url, init)),
    baseUrl: simulator.baseUrl,
    apiKey: () => Promise.resolve(simulator.liveKey),
    userAgent: 'Roundwatch/test',
    hints: NO_HINTS,
  });
  return {
    simulator,
    client,
    runs,
    drift,
    last: async () => entrySchema.parse((await simulator.transcript()).at(-1)),
    rest: () => simulator.control('clock', { advanceMs: 61_000 }),
  };
}

export const ignore = (): void => undefined;
export const LISTS = {
  fundings: (client: Client, more: object): Promise<DecodedPage> =>
    client
      .request(
        { endpoint: 'fundings', query: fundingsQuerySchema.parse({ ...range, ...more }) },
        byTest,
        ignore,
      )
      .then(({ value }) => value),
  companies: (client: Client, more: object): Promise<DecodedPage> =>
    client
      .request(
        { endpoint: 'companies', query: companiesQuerySchema.parse({ ...range, ...more }) },
        byTest,
        ignore,
      )
      .then(({ value }) => value),
} as const;
