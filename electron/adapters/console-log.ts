import { maskSecrets } from '../../shared/mask-secrets.ts';
import type { LogFields, Logger } from '../core/ports.ts';

type Level = 'info' | 'warn' | 'error';

const VALUE_MAX = 1_000;
const REDACTED = '[redacted]';

/**
 * Names of log fields whose values are redacted. This is only a second line of defence, because the core must
 * never log secrets.
 */
const SECRET_NAME = /key$|token|secret|passw|passphrase|authorization|cookie|email/i;

export const redact = (text: string): string => maskSecrets(text).slice(0, VALUE_MAX);

const redactField = (name: string, value: LogFields[string]): LogFields[string] => {
  if (typeof value !== 'string') return value;
  return SECRET_NAME.test(name) ? REDACTED : redact(value);
};

export const safeFields = (fields: LogFields): LogFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactField(name, value)]));

/** Creates a logger that writes each event as one line of JSON. */
export function createConsoleLog(
  write: (line: string) => void = (line) => void process.stderr.write(line),
  nowMs: () => number = Date.now,
): Logger {
  const line = (level: Level, event: string, fields: LogFields = {}): void => {
    write(
      `${JSON.stringify({ ...safeFields(fields), at: new Date(nowMs()).toISOString(), level, event })}\n`,
    );
  };
  return {
    info: (event, fields) => line('info', event, fields),
    warn: (event, fields) => line('warn', event, fields),
    error: (event, fields) => line('error', event, fields),
  };
}
