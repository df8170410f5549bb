import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract, type Handlers } from '../../../shared/contract/index.ts';
import { createDispatcher, type CallDef } from '../../../shared/contract/kit.ts';
import { inputOf, junk, almostValid, sample } from '../../support/generators/schema-samples.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { measure, number, tell } from '../support/figures.ts';
import { IS_FULL } from '../../support/common/full-size.ts';

/* I1: every message from a page gets a typed reply, and no handler receives input that its schema rejects. */

const A_CHANNEL = IS_FULL ? 1_000 : 60;
const ALIVE_A_CHANNEL = IS_FULL ? 60 : 8;
const HANG_MS = 1_000;

const calls: readonly { readonly channel: string; readonly def: CallDef }[] = Object.entries(
  contract,
).flatMap(([group, members]) =>
  Object.entries(members).flatMap(([name, def]: [string, CallDef | { kind: 'push' }]) =>
    def.kind === 'call' ? [{ channel: `${group}.${name}`, def }] : [],
  ),
);

/** Handlers that only write down what reached them. */
function recorded() {
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

/** @returns how many of `count` messages reached the channel's handler with input that its schema rejects */
async function unvalidated(
  { channel, def }: (typeof calls)[number],
  count: number,
): Promise<{ wrong: number; slow: number; sent: number }> {
  const { reached, dispatch } = recorded();
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
    // A handler that was reached throws an internal error; otherwise the input was invalid.
    const expected = reached.length > 0 ? 'internal' : 'validation';
    if (reply.ok || reply.error.kind !== expected) wrong += 1;
    wrong += reached.filter((each) => !isValid(def, each.input)).length;
  }
  return { wrong, slow, sent: inputs.length };
}

describe('messages that nobody meant', () => {
  it('a length that is no number is answered with a validation, although the schema stumbles over it', async () => {
    const length = { valueOf: 1, toString: 1 };
    expect(await recorded().dispatch('companies.get', { id: { length } })).toMatchObject({
      ok: false,
      error: { kind: 'validation' },
    });
  });

  it(
    'reach no handler but with what its schema allows, and none of them hangs',
    { timeout: 240_000 },
    async () => {
      const all = { wrong: 0, slow: 0, sent: 0 };
      for (const each of calls) {
        const { wrong, slow, sent } = await unvalidated(each, A_CHANNEL);
        expect({ channel: each.channel, wrong, slow }).toEqual({ channel: each.channel, wrong: 0, slow: 0 });
        all.sent += sent;
      }
      tell(
        `I1 messages: ${number(all.sent)} over ${calls.length} channels: 0 handlers reached unvalidated, 0 hangs over 1 s, 0 crashes`,
      );
      measure('I1', {
        tried: `${number(all.sent)} messages over ${calls.length} channels`,
        wrong: `${all.wrong} unvalidated, ${all.slow} hangs`,
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
  ])('a channel called %j is answered with a validation', async (channel) => {
    expect(await recorded().dispatch(channel, {})).toMatchObject({
      ok: false,
      error: { kind: 'validation' },
    });
  });
});

/** Excluded, because these channels end the workspace under test or wait for an external party. */
const LEFT_OUT =
  /^(workspaces\.|privacy\.wipe|backups\.(restore|begin)|demo\.|keys\.|signals\.(configure|setUp))/;

const NOTHING = { requests: 0, records: 0, pageTurns: 0, companies: 0 };

/** The same message with ids replaced by existing ones. */
function aimed(value: unknown, ids: readonly string[], at: number): unknown {
  if (Array.isArray(value)) return value.map((part, index) => aimed(part, ids, at + index));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      // A call with an unaccepted price is refused immediately, so nothing waits for the per-minute limit.
      key === 'accepted'
        ? NOTHING
        : /^(id|companyId)$/.test(key) && typeof part === 'string'
          ? (ids[at % ids.length] ?? part)
          : aimed(part, ids, at),
    ]),
  );
}

describe('messages that are right in form and mean nothing', () => {
  it(
    'are answered by the running app in its own words, never by a surprise',
    { timeout: 240_000 },
    async () => {
      const app = await startTestApp({ demo: true });
      const counts = { sent: 0, ok: 0 };
      const surprises: string[] = [];
      try {
        const ids = await someCompanies(app);
        for (const { channel, def } of calls.filter((each) => !LEFT_OUT.test(each.channel))) {
          const inputs = fc.sample(sample(inputOf(def.input)), { numRuns: ALIVE_A_CHANNEL, seed: 7 });
          for (const [at, input] of inputs.entries()) {
            counts.sent += 1;
            const reply = await app.port.request(channel, aimed(input, at % 2 === 0 ? [] : ids, at));
            if (reply.ok) counts.ok += 1;
            else if (reply.error.kind === 'internal')
              surprises.push(
                `${channel} ${JSON.stringify(input).slice(0, 300)} ${app.logged.at(-1)?.slice(0, 900)}`,
              );
          }
        }
        expect(surprises).toEqual([]);
        // The workspace is still open, and most messages got an answer.
        expect((await app.api.workspaces.list({})).activeId).not.toBeNull();
        expect(counts.ok).toBeGreaterThan(counts.sent / 4);
      } finally {
        await app.dispose();
      }
      tell(
        `I1 the running app: ${number(counts.sent)} messages right in form, ${number(counts.ok)} of them done: 0 surprises`,
      );
      measure('I1', { tried: `${number(counts.sent)} at the running app`, wrong: '0 surprises' });
    },
  );
});

/** The company ids of a first search. */
async function someCompanies({ api }: TestApp): Promise<readonly string[]> {
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
