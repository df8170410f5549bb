import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract, type Handlers } from '../../../shared/contract/index.ts';
import { createDispatcher, type CallDef } from '../../../shared/contract/kit.ts';
import { inputOf, junk, almostValid, sample } from '../../support/generators/schema-samples.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { measure, number, reportFigure } from '../support/figures.ts';
import { IS_FULL } from '../../support/common/full-size.ts';

/*
 * Goal I1 of `npm run security`: every message from a page gets a typed reply, and no handler receives
 * input that its schema rejects.
 */

const MESSAGES_PER_CHANNEL = IS_FULL ? 1_000 : 15;
const APP_MESSAGES_PER_CHANNEL = IS_FULL ? 60 : 3;
const HANG_MS = 1_000;

const calls: readonly { readonly channel: string; readonly def: CallDef }[] = Object.entries(
  contract,
).flatMap(([group, members]) =>
  Object.entries(members).flatMap(([name, def]: [string, CallDef | { kind: 'push' }]) =>
    def.kind === 'call' ? [{ channel: `${group}.${name}`, def }] : [],
  ),
);

/** Creates a dispatcher whose handlers record every input they receive. */
function createRecordingDispatcher() {
  const reached: { channel: string; input: unknown }[] = [];
  const handlers = Object.fromEntries(
    Object.entries(contract).map(([group, members]) => [
      group,
      Object.fromEntries(
        Object.keys(members).map((name) => [
          name,
          (input: unknown) => {
            reached.push({ channel: `${group}.${name}`, input });
            throw new Error('reached');
          },
        ]),
      ),
    ]),
  ) as unknown as Handlers;
  let internal = 0;
  const dispatch = createDispatcher(contract, handlers, {
    onInternal: () => String((internal += 1)),
    failureOf: () => null,
  });
  return { reached, dispatch };
}

const isValid = ({ input }: CallDef, value: unknown): boolean => {
  try {
    return input.safeParse(value).success;
  } catch {
    return false;
  }
};

/**
 * Sends `count` messages to one channel. A message counts as wrong if it gets the wrong reply, or if it
 * reaches the handler although its input is invalid.
 */
async function sendInvalidMessages(
  { channel, def }: (typeof calls)[number],
  count: number,
): Promise<{ wrong: number; slow: number; sent: number }> {
  const { reached, dispatch } = createRecordingDispatcher();
  const inputs = fc.sample(fc.oneof(junk, almostValid(def.input), sample(inputOf(def.input))), {
    numRuns: count,
    seed: 20_260,
  });
  let [wrong, slow] = [0, 0];
  for (const input of inputs) {
    reached.length = 0;
    const startedMs = performance.now();
    const reply = await dispatch(channel, input);
    if (performance.now() - startedMs > HANG_MS) slow += 1;
    // Valid input reaches a recording handler. These handlers always throw, so the reply to valid input is an
    // internal error.
    const expected = reached.length > 0 ? 'internal' : 'validation';
    if (reply.ok || reply.error.kind !== expected) wrong += 1;
    wrong += reached.filter((each) => !isValid(def, each.input)).length;
  }
  return { wrong, slow, sent: inputs.length };
}

describe('arbitrary messages', () => {
  it('return a validation error for a length that is not a number, although the schema throws on it', async () => {
    const length = { valueOf: 1, toString: 1 };
    expect(await createRecordingDispatcher().dispatch('companies.get', { id: { length } })).toMatchObject({
      ok: false,
      error: { kind: 'validation' },
    });
  });

  it(
    'reach no handler with input that its schema rejects, and none hangs',
    { timeout: 240_000 },
    async () => {
      const all = { wrong: 0, slow: 0, sent: 0 };
      for (const each of calls) {
        const { wrong, slow, sent } = await sendInvalidMessages(each, MESSAGES_PER_CHANNEL);
        expect({ channel: each.channel, wrong, slow }).toEqual({ channel: each.channel, wrong: 0, slow: 0 });
        all.sent += sent;
      }
      reportFigure(
        `I1 messages: ${number(all.sent)} over ${calls.length} channels: 0 reached a handler unvalidated, 0 hangs over 1 s, 0 crashes`,
      );
      measure('I1', {
        tried: `${number(all.sent)} messages over ${calls.length} channels`,
        violations: `${all.wrong} unvalidated, ${all.slow} hangs`,
      });
    },
  );

  it.each([
    undefined,
    null,
    7,
    {},
    'companies',
    'companies.',
    'companies.__proto__',
    'constructor.call',
    '__proto__.x',
  ])('answers the channel %j with a validation error', async (channel) => {
    expect(await createRecordingDispatcher().dispatch(channel, {})).toMatchObject({
      ok: false,
      error: { kind: 'validation' },
    });
  });
});

/** Prefixes of the channels that the test does not call, for instance because they close the workspace. */
const EXCLUDED = ['workspaces.', 'privacy.wipe', 'backups.restore', 'demo.', 'keys.'] as const;
const isExcluded = (channel: string): boolean => EXCLUDED.some((start) => channel.startsWith(start));

const ZERO_COST = { requests: 0, records: 0, pageTurns: 0, companies: 0 };

/** Returns a copy of a message, with every id replaced by the id of an existing company. */
function withExistingIds(value: unknown, ids: readonly string[], at: number): unknown {
  if (Array.isArray(value)) return value.map((part, index) => withExistingIds(part, ids, at + index));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      // Sets the accepted price to zero, so each paid request is refused immediately. Otherwise, the requests
      // would have to wait because of the governor's limit per minute.
      key === 'accepted'
        ? ZERO_COST
        : /^(id|companyId)$/.test(key) && typeof part === 'string'
          ? (ids[at % ids.length] ?? part)
          : withExistingIds(part, ids, at),
    ]),
  );
}

describe('valid but meaningless messages', () => {
  it('leave out only channels that exist', () => {
    const unknown = EXCLUDED.filter((start) => !calls.some(({ channel }) => channel.startsWith(start)));
    expect(unknown).toEqual([]);
  });

  it('get a typed reply from the running app, never an internal error', { timeout: 240_000 }, async () => {
    const app = await startTestApp({ demo: true });
    const counts = { sent: 0, ok: 0 };
    const internalErrors: string[] = [];
    try {
      const ids = await searchCompanyIds(app);
      for (const { channel, def } of calls.filter((each) => !isExcluded(each.channel))) {
        const inputs = fc.sample(sample(inputOf(def.input)), { numRuns: APP_MESSAGES_PER_CHANNEL, seed: 7 });
        for (const [at, input] of inputs.entries()) {
          counts.sent += 1;
          const reply = await app.port.request(channel, withExistingIds(input, at % 2 === 0 ? [] : ids, at));
          if (reply.ok) counts.ok += 1;
          else if (reply.error.kind === 'internal')
            internalErrors.push(
              `${channel} ${JSON.stringify(input).slice(0, 300)} ${app.logged.at(-1)?.slice(0, 900)}`,
            );
        }
      }
      expect(internalErrors).toEqual([]);
      // The workspace must still be open, and more than a quarter of the messages must have succeeded.
      expect((await app.api.workspaces.list({})).activeId).not.toBeNull();
      expect(counts.ok).toBeGreaterThan(counts.sent / 4);
    } finally {
      await app.dispose();
    }
    reportFigure(
      `I1 the running app: ${number(counts.sent)} valid messages, ${number(counts.ok)} of them performed: 0 internal errors`,
    );
    measure('I1', { tried: `${number(counts.sent)} at the running app`, violations: '0 internal errors' });
  });
});

/** Runs a search, so the library has companies, and returns their ids. */
async function searchCompanyIds({ api }: TestApp): Promise<readonly string[]> {
  const { serverNowMs } = await api.quota.status({});
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const query = {
    fundingDateStart: day(serverNowMs - 20 * 86_400_000),
    fundingDateEnd: day(serverNowMs),
    limit: 50,
    offset: 0,
    validatedContacts: false,
    hasOpenRoles: false,
    countries: [],
    stages: [],
    industries: [],
    technologies: [],
    investors: [],
    companySizes: [],
    tags: [],
    hiringDepartments: [],
    hiringSeniority: [],
  };
  const { cost } = await api.quota.price({ call: { endpoint: 'fundings', query } });
  const { set } = await api.search.run({
    question: { list: 'fundings', query },
    accepted: cost,
    screen: 'search',
  });
  const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit: 50 });
  return rows.map(({ companyId }) => companyId);
}
