import { parseArgs } from 'node:util';
import { parseDay } from './calendar.ts';
import { isProfileName, PROFILES, startSimulator, type Simulator, type SimulatorOptions } from './index.ts';

const MAX_COMPANIES = 50_000;

/** Runs the simulator on its own: one JSON line on stdout when it is ready, messages on stderr, ends on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  let simulator: Simulator;
  try {
    simulator = await startSimulator(readOptions(process.argv.slice(2)));
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
    return;
  }
  const { baseUrl, liveKey, testKey, controlUrl } = simulator;
  console.log(JSON.stringify({ baseUrl, liveKey, testKey, controlUrl }));
  console.error(`simulated Funding Signals service on ${baseUrl}`);
  const stop = (): void => void simulator.dispose();
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function readOptions(args: string[]): SimulatorOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    strict: true,
    allowPositionals: false,
    options: { port: text, 'control-port': text, seed: text, companies: text, profile: text, epoch: text },
  });
  const { profile = 'documented', epoch } = values;
  if (!isProfileName(profile))
    throw new RangeError(`--profile is one of ${Object.keys(PROFILES).join(', ')}, not "${profile}".`);
  const epochMs = epoch === undefined ? undefined : parseDay(epoch);
  if (epochMs === null) throw new RangeError(`--epoch is a date such as 2026-05-14, not "${epoch}".`);
  return {
    profile,
    epochMs,
    port: readInteger('port', values.port, 0, 65_535) ?? 0,
    controlPort: readInteger('control-port', values['control-port'], 0, 65_535) ?? 0,
    seed: readInteger('seed', values.seed, 0, 2 ** 32 - 1),
    companies: readInteger('companies', values.companies, 1, MAX_COMPANIES),
  };
}

function readInteger(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new RangeError(`--${name} is a whole number from ${min} to ${max}, not "${text}".`);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'The simulator could not start.';
  if ('code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? ` ${String(error.port)}` : '';
    return `Port${port} is taken: end the other program or choose another port.`;
  }
  if ('code' in error && error.code === 'EACCES') return 'That port may not be used without more rights.';
  return error.message;
}

await main();
