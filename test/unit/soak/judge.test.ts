import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { close } from '../../../electron/core/db/sql.ts';
import type { TranscriptEntry } from '../../../electron/simulator/transcript.ts';
import { earned, rise, unaccounted } from '../../soak/judge.ts';
import { openLedger } from '../../support/quota-world.ts';
import { tempDir } from '../../support/temp-dir.ts';

const T0 = Date.UTC(2026, 5, 10);
const OTHERS_FROM = T0 + 86_400_000;
const call = (atMs: number, status: number, more: Partial<TranscriptEntry> = {}): TranscriptEntry => ({
  ...{ seq: 1, atMs, realAtMs: atMs, method: 'GET', path: '/api/v1/fundings', query: 'page=1' },
  ...{ keyType: 'live', status, rows: 1, charged: { requests: 1, records: 1, pageTurns: 0, companies: 0 } },
  ...more,
});
/** A minute's worth of calls, the last of them just before `untilMs`. */
const minute = (untilMs: number, count: number) =>
  Array.from({ length: count }, (_, at) => call(untilMs - 1 - at * 100, 200));

describe('a 429 is earned', () => {
  it('on a day on which nobody else used the account', () => {
    expect(earned([call(T0, 429)], OTHERS_FROM)).toHaveLength(1);
    expect(earned([call(T0, 200), call(T0, 429, { fault: 'refusal' })], OTHERS_FROM)).toEqual([]);
  });

  it('later where its own calls filled the minute', () => {
    const atMs = OTHERS_FROM + 1_000_000;
    expect(earned([...minute(atMs, 20), call(atMs, 429)], OTHERS_FROM)).toHaveLength(1);
    expect(earned([...minute(atMs, 19), call(atMs, 429)], OTHERS_FROM)).toEqual([]);
    expect(earned([...minute(atMs - 60_000, 20), call(atMs, 429)], OTHERS_FROM)).toEqual([]);
  });
});

describe('memory', () => {
  it('is flat where the ends lie level, whatever peaks stand between', () => {
    expect(rise([10, 10, 40, 50, 50, 50, 40, 10, 10])).toBeCloseTo(0);
    expect(rise([10, 10, 10, 15, 15, 15, 20, 20, 90])).toBeCloseTo(1);
    expect(rise([7])).toBe(0);
  });
});

describe('the ledger', () => {
  const data = tempDir();
  afterEach(() => data.remove());

  it('accounts for a call, or the call is told', () => {
    close(openLedger(join(data.path, 'ledger.db')));
    expect(unaccounted(data.path, [])).toEqual([]);
    expect(unaccounted(data.path, [call(T0, 200)])).toHaveLength(1);
    close(openLedger(join(data.path, 'another-ledger.db')));
    expect(() => unaccounted(data.path, [])).toThrow('one ledger');
  });
});
