import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecentLog, redactForReport } from '../../../electron/adapters/recent-log.ts';
import type { LogFields } from '../../../electron/core/ports.ts';
import { logLineSchema } from '../../../shared/model/diagnostics.ts';

const CANARY = 'canary-4711';

function keep(fields: LogFields, kept?: number) {
  const written: string[] = [];
  const write = (event: string): void => void written.push(event);
  const recent = createRecentLog({ info: write, warn: write, error: write }, () => 0, kept);
  recent.log.warn('happened', fields);
  return { ...recent, written };
}

test.each<[string, LogFields]>([
  ['an Authorization header', { text: `Authorization: Bearer ${CANARY}` }],
  ['a key under its name', { apiKey: CANARY }],
  ['an e-mail address', { text: `to ${CANARY}@example.com` }],
  ['what an error quotes of an answer', { error: `Unexpected token 'N', "Northwind ${CANARY}" is not JSON` }],
  ['a quotation that is cut off', { error: `near "${CANARY}` }],
  ['the user’s folder', { keptAs: `/home/${CANARY}/data/settings.json.damaged` }],
  ['a Windows path', { at: `at x (C:\\Users\\${CANARY}\\app\\main.js:1:2)` }],
])('%s is not kept', (_name, fields) => {
  expect(JSON.stringify(keep(fields).recent())).not.toContain(CANARY);
});

test('the id of a workspace, which its keys are named after, is not kept; what helps is', () => {
  const id = '0123456789abcdef01';
  const [line] = keep({
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

test('the log goes on to where it went, and only the newest lines are kept', () => {
  const { log, recent, written } = keep({}, 3);
  for (const event of ['a', 'b', 'c', 'd']) log.info(event);
  expect(recent().map(({ event }) => event)).toEqual(['b', 'c', 'd']);
  expect(written).toEqual(['happened', 'a', 'b', 'c', 'd']);
});

test('every line is of the contract’s shape, whatever is logged', () => {
  fc.assert(
    fc.property(fc.string(), fc.dictionary(fc.string(), fc.string({ maxLength: 2_000 })), (event, fields) => {
      const recent = createRecentLog({ info: () => 0, warn: () => 0, error: () => 0 }, () => 0);
      recent.log.error(event, fields);
      return recent.recent().every((line) => logLineSchema.safeParse(line).success);
    }),
  );
});

test('an ordinary sentence stays as it is', () => {
  expect(redactForReport('GET /fundings 429 after 120 ms, don’t ask')).toBe(
    'GET /fundings 429 after 120 ms, don’t ask',
  );
});
