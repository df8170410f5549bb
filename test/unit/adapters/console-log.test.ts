import { expect, it } from 'vitest';
import { createConsoleLog, redact } from '../../../electron/adapters/console-log.ts';

function logged(fields: Record<string, string | number | boolean | null>): Record<string, unknown> {
  const lines: string[] = [];
  createConsoleLog(
    (line) => lines.push(line),
    () => 0,
  ).warn('happened', fields);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\n]*\n$/);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}

it('writes one JSON object per line whose own fields cannot be replaced', () => {
  expect(logged({ status: 429, level: 'x', text: 'a\nb' })).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    level: 'warn',
    event: 'happened',
    status: 429,
    text: 'a\nb',
  });
});

it.each([
  'apiKey',
  'key',
  'webhook_key',
  'token',
  'clientSecret',
  'password',
  'passphrase',
  'Authorization',
  'cookie',
  'email',
])('omits a field named %s', (name) => {
  expect(JSON.stringify(logged({ [name]: 'canary-4711' }))).not.toContain('canary-4711');
});

it.each([
  'Authorization: Bearer canary-4711',
  'bearer canary-4711"',
  'https://x/?token=canary-4711&y',
  '{"apiKey":"canary-4711"}',
  'api_key = canary-4711',
  'write to canary-4711@example.com today',
])('redacts %s', (text) => {
  expect(redact(text)).not.toContain('canary-4711');
});

it('leaves ordinary text unchanged and truncates long text', () => {
  expect(redact('GET /fundings 429 after 120 ms')).toBe('GET /fundings 429 after 120 ms');
  expect(redact('x'.repeat(5_000))).toHaveLength(1_000);
});
