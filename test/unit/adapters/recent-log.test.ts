import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRecentLog, redactForReport } from '../../../electron/adapters/recent-log.ts';
import type { LogFields } from '../../../electron/core/ports.ts';
import { logLineSchema } from '../../../shared/model/settings/diagnostics.ts';

const CANARY = 'canary-4711';

function logged(fields: LogFields, maxLines?: number) {
  const written: string[] = [];
  const write = (event: string): void => void written.push(event);
  const recent = createRecentLog({ info: write, warn: write, error: write }, () => 0, maxLines);
  recent.log.warn('happened', fields);
  return { ...recent, written };
}

it.each<[string, LogFields]>([
  ['an Authorization header', { text: `Authorization: Bearer ${CANARY}` }],
  ['a key under its name', { apiKey: CANARY }],
  ['an e-mail address', { text: `to ${CANARY}@example.com` }],
  [
    'a quotation of a response in an error',
    { error: `Unexpected token 'N', "Northwind ${CANARY}" is not JSON` },
  ],
  ['a truncated quotation', { error: `near "${CANARY}` }],
  ['the user’s folder', { keptAs: `/home/${CANARY}/data/settings.json.damaged` }],
  ['a Windows path', { at: `at x (C:\\Users\\${CANARY}\\app\\main.js:1:2)` }],
])('omits %s', (_name, fields) => {
  expect(JSON.stringify(logged(fields).recent())).not.toContain(CANARY);
});

it('omits workspace ids, because keychain accounts contain them, but keeps useful fields', () => {
  const id = '0123456789abcdef01';
  const [line] = logged({
    id: `${id}:api-key`,
    tookMs: 52,
    file: '/data/x/cache.db',
    channel: 'notes.save',
  }).recent();
  expect(line?.fields).not.toContain(id);
  expect(line?.fields).toContain('"tookMs":52');
  expect(line?.fields).toContain('cache.db');
  expect(line?.fields).toContain('notes.save');
  expect(line).toMatchObject({ level: 'warn', event: 'happened' });
});

it('forwards every line and caches only the newest', () => {
  const { log, recent, written } = logged({}, 3);
  for (const event of ['a', 'b', 'c', 'd']) log.info(event);
  expect(recent().map(({ event }) => event)).toEqual(['b', 'c', 'd']);
  expect(written).toEqual(['happened', 'a', 'b', 'c', 'd']);
});

it('matches the contract’s schema for any input', () => {
  fc.assert(
    fc.property(fc.string(), fc.dictionary(fc.string(), fc.string({ maxLength: 2_000 })), (event, fields) => {
      const recent = createRecentLog({ info: () => 0, warn: () => 0, error: () => 0 }, () => 0);
      recent.log.error(event, fields);
      return recent.recent().every((line) => logLineSchema.safeParse(line).success);
    }),
  );
});

it('leaves an ordinary sentence unchanged', () => {
  expect(redactForReport('GET /fundings 429 after 120 ms, don’t ask')).toBe(
    'GET /fundings 429 after 120 ms, don’t ask',
  );
});
