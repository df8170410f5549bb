import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { reportGoals } from './lib/goals.ts';
import { saveResults } from './lib/results.ts';
import { startFilledApp } from './ports/filled-app.ts';
import { figuresOf, goalOf, timeBoth } from './ports/typed-beside-bare.ts';

/*
 * `npm run bench -- contract` measures the overhead of the contract. A typed request for 50 library rows goes
 * through the dispatcher, which parses the input, validates the reply and converts both to JSON and back. A
 * bare request calls the handler directly, with the same JSON round trip. The benchmark compares their times
 * and exits with 1 if the goal is missed.
 */

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
/** The number of rounds is high enough that most of them run after V8 has compiled the code. */
const ROUNDS = values.quick ? 200 : 2_000;

async function main(): Promise<number> {
  const startedMs = Date.now();
  const { app, input, total, bare } = await startFilledApp();
  const times = await timeBoth(ROUNDS, {
    bare: async () => JSON.parse(JSON.stringify(await bare())) as unknown,
    typed: () => app.port.request('library.rows', input),
  });
  await app.dispose();
  process.stdout.write(`50 rows of ${total} companies, ${ROUNDS} rounds each, memory port\n`);
  const words = 'a typed, validated call of 50 rows beside a bare one, medians';
  const isMet = reportGoals('contract', [goalOf(words, times)], startedMs);
  if (!values.quick) saveResults('contract', { isMet, ...figuresOf(times) }, { load: loadavg()[0] });
  return isMet ? 0 : 1;
}

process.exit(await main());
