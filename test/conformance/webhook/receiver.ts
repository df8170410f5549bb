import assert from 'node:assert/strict';
import { newestSignals } from '../../../electron/core/database/queries/cache/signals.ts';
import { openSignalsWorld } from '../../support/webhook/webhook-receiver.ts';
import type { Bench } from '../kit/bench.ts';
import { companyId, numberAt } from '../kit/requests.ts';
import { deliveries } from '../kit/webhook-listener.ts';

const DEEP = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;

/** Request bodies, each with the expected status. The receiver accepts any JSON object as an event. */
const BODIES: readonly (readonly [body: string, status: number])[] = [
  ['', 400],
  ['null', 400],
  ['[]', 400],
  ['{"not": json', 400],
  [DEEP, 400],
  [`{"company": {"id": "cmp_a"}, "trigger": ${DEEP}}`, 400],
  ['{"company": null}', 202],
  ['{"company": {"id": ""}}', 202],
  ['{"company": {"id": {}}}', 202],
  ['{"__proto__": {"polluted": true}, "company": {"id": "cmp_a", "name": "<img src=x>"}}', 202],
  [`{"company": {"id": "${'x'.repeat(100_000)}"}}`, 202],
];

/** Checks that the app's receiver rejects malformed bodies and stores events [R-WH-17]. */
export async function hostileAtReceiver(bench: Bench): Promise<void> {
  const id = await companyId(bench);
  const world = await openSignalsWorld();
  try {
    const url = `http://127.0.0.1:${world.port}${world.path()}`;
    await bench.control('webhook', { url, key: world.key });
    for (const [index, [rawBody, status]] of BODIES.entries()) {
      await bench.control('webhook/send', { companyId: id, rawBody });
      const made = (await deliveries(bench, index + 1))[index];
      assert.equal(numberAt(made, 'status'), status, rawBody.slice(0, 60));
    }
    const taken = BODIES.filter(([, status]) => status === 202).length;
    assert.equal(newestSignals(world.files.cache, 100).length, taken, 'not every event is stored');
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  } finally {
    await world.close();
  }
}

/**
 * Checks that the app's receiver rejects wrong keys. Also checks that the receiver accepts the correct key in
 * every notation that the service may use: with `Bearer` in upper or lower case, and with additional spaces
 * [R-5-6].
 */
export async function keyAtReceiver(bench: Bench): Promise<void> {
  const id = await companyId(bench);
  const world = await openSignalsWorld();
  try {
    const url = `http://127.0.0.1:${world.port}${world.path()}`;
    const spellings = [
      ['right', 202],
      ['lower-case', 202],
      ['spaces', 202],
      ['wrong', 401],
      ['missing', 401],
    ] as const;
    for (const [index, [authorization, status]] of spellings.entries()) {
      await bench.control('webhook', { url, key: world.key, authorization });
      await bench.control('webhook/send', { companyId: id });
      const made = (await deliveries(bench, index + 1))[index];
      assert.equal(numberAt(made, 'status'), status, authorization);
    }
    assert.equal(newestSignals(world.files.cache, 100).length, 1, 'one event, sent three times');
  } finally {
    await world.close();
  }
}
