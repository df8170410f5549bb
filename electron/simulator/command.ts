import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseDay } from './data/calendar.ts';
import { isProfileName, PROFILES, type SimulatorOptions } from './index.ts';
import { webhookSchema } from './webhook/config.ts';

const MAX_COMPANIES = 50_000;

export interface Command {
  readonly options: SimulatorOptions;
  readonly webhook: { readonly url: string; readonly key: string } | null;
  readonly ghostPerHour: number | undefined;
}

const TEXT_OPTIONS = [
  'port',
  'control-port',
  'seed',
  'companies',
  'profile',
  'epoch',
  'webhook',
  'webhook-key',
  'ghost',
  'tls-key',
  'tls-cert',
];

/**
 * Parses the command line.
 * @throws Error with a one-sentence message for the user
 */
export function readCommand(args: string[]): Command {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    strict: true,
    allowPositionals: false,
    options: Object.fromEntries(TEXT_OPTIONS.map((name) => [name, text])),
  });
  const { profile = 'documented', epoch } = values;
  if (!isProfileName(profile))
    throw new RangeError(`--profile is one of ${Object.keys(PROFILES).join(', ')}, not "${profile}".`);
  const epochMs = epoch === undefined ? undefined : parseDay(epoch);
  if (epochMs === null) throw new RangeError(`--epoch is a date such as 2026-05-14, not "${epoch}".`);
  const options = {
    profile,
    epochMs,
    port: readInteger('port', values['port'], 0, 65_535) ?? 0,
    controlPort: readInteger('control-port', values['control-port'], 0, 65_535) ?? 0,
    seed: readInteger('seed', values['seed'], 0, 2 ** 32 - 1),
    companies: readInteger('companies', values['companies'], 1, MAX_COMPANIES),
    ...readTls(values['tls-key'], values['tls-cert']),
  };
  return {
    options,
    webhook: readWebhook(values['webhook'], values['webhook-key']),
    ghostPerHour: readInteger('ghost', values['ghost'], 1, 1_200),
  };
}

function readTls(key: string | undefined, cert: string | undefined): Pick<SimulatorOptions, 'tls'> {
  if (key === undefined && cert === undefined) return {};
  if (key === undefined || cert === undefined)
    throw new RangeError('--tls-key and --tls-cert belong together.');
  return { tls: { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') } };
}

/**
 * Reads the webhook options. Refuses a URL without a key. Otherwise, the simulator would generate a key and
 * not print it.
 */
function readWebhook(url: string | undefined, key: string | undefined): Command['webhook'] {
  if (url === undefined && key === undefined) return null;
  const isValid = key !== undefined && webhookSchema.safeParse({ url, key }).success;
  if (url === undefined || !isValid)
    throw new RangeError(
      '--webhook is an http or https address, with a --webhook-key of 8 characters or more.',
    );
  return { url, key };
}

function readInteger(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new RangeError(`--${name} is a whole number from ${min} to ${max}, not "${text}".`);
}
