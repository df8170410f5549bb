import './node-version.mjs';
import { seconds, command } from './say.mjs';
import { prepare } from './setup.mjs';
import { runSuite } from './suites.mjs';

/** `npm run reliability`: the same tests as in `npm test` at full size (ROUNDWATCH_FULL=1), with a one-line verdict. */
await command(async () => {
  await prepare('check');
  const startedMs = Date.now();
  const result = await runSuite('reliability', {
    runner: 'vitest',
    folder: 'test/reliability',
    timeoutMs: 4 * 3_600_000,
    env: { ROUNDWATCH_FULL: '1' },
  });
  const tests = result?.tests ?? [];
  const missed = tests.filter(({ state }) => state !== 'passed');
  for (const { name, message, reason } of missed) {
    process.stdout.write(`MISSED ${name}\n  ${(message || reason || '').trim().split('\n').join('\n  ')}\n`);
  }
  const isKept = tests.length > 0 && missed.length === 0;
  const verdict = isKept
    ? 'every figure kept'
    : tests.length === 0
      ? 'nothing was tested'
      : `${missed.length} missed`;
  process.stdout.write(
    `reliability: ${verdict} (${tests.length} tests, ${seconds(Date.now() - startedMs)})\n`,
  );
  return isKept ? 0 : 1;
});
