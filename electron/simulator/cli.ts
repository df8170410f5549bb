import { parseArgs } from 'node:util';
import { isProfileName, PROFILES } from './profile.ts';
import { startSimulator, type SimulatorOptions } from './simulator.ts';

const USAGE = `usage: simulator [--port N] [--control-port N] [--seed N] [--companies N] [--profile ${Object.keys(PROFILES).join('|')}] [--epoch YYYY-MM-DD]`;

/** @throws Error with one sentence for the person who typed it */
function readOptions(args: readonly string[]): SimulatorOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { port: text, 'control-port': text, seed: text, companies: text, profile: text, epoch: text },
  });
  const number = (name: keyof typeof values, fallback: number, high: number): number => {
    const value = values[name];
    if (value === undefined) return fallback;
    if (!/^\d+$/.test(value) || Number(value) > high)
      throw new Error(`--${name} takes a whole number up to ${high}`);
    return Number(value);
  };
  const profile = values.profile ?? 'documented';
  if (!isProfileName(profile)) throw new Error(`--profile is one of ${Object.keys(PROFILES).join(', ')}`);
  const epochMs = values.epoch === undefined ? undefined : Date.parse(`${values.epoch}T00:00:00Z`);
  if (Number.isNaN(epochMs)) throw new Error('--epoch takes a date as YYYY-MM-DD');
  return {
    port: number('port', 0, 65_535),
    controlPort: number('control-port', 0, 65_535),
    seed: number('seed', 1, 4_294_967_295),
    companies: Math.max(1, number('companies', 3_000, 100_000)),
    profile,
    ...(epochMs === undefined ? {} : { epochMs }),
  };
}

async function main(): Promise<void> {
  const simulator = await startSimulator(readOptions(process.argv.slice(2)));
  const { baseUrl, liveKey, testKey, controlUrl } = simulator;
  process.stdout.write(`${JSON.stringify({ baseUrl, liveKey, testKey, controlUrl })}\n`);
  process.stderr.write(`simulator: ${simulator.companies} companies, seed ${simulator.seed}\n`);
  const stop = (): void => {
    void simulator.dispose().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const sentence = taken
    ? 'this port is taken; choose another with --port or --control-port'
    : error instanceof Error
      ? error.message
      : String(error);
  process.stderr.write(`simulator: ${sentence}\n${taken ? '' : `${USAGE}\n`}`);
  process.exit(1);
});
