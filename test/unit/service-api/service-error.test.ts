import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskKey, maskSecrets } from '../../../shared/mask-secrets.ts';
import {
  readServiceError,
  withServiceError,
  type ErrorResponse,
} from '../../../electron/core/service-api/service-error.ts';
import { appErrorSchema, type AppError } from '../../../shared/app-error.ts';
import { serviceErrorSchema, type ServiceError } from '../../../shared/model/service-error.ts';

const KEY = 'fs_live_4eC39HqLyjWDarjtT1zdp7dc';
const NONE = { error: null, code: null, message: null, detail: null, hint: null, excerpt: null };
const read = (body: unknown, change: Partial<ErrorResponse> = {}): ServiceError =>
  readServiceError({ status: 500, body, text: JSON.stringify(body) ?? '', apiKey: KEY, ...change });

describe('the service’s own text', () => {
  it('has all five texts of the specification', () => {
    const body = {
      error: 'Out of order',
      code: 'DOWN',
      message: 'words',
      detail: 'maintenance',
      hint: 'later',
    };
    expect(read(body)).toEqual({ ...NONE, ...body, status: 500 });
  });

  it('reads an error object, and writes any other value as JSON', () => {
    const nested = { error: { code: 'NESTED', message: 'Out of order', hint: 'later' } };
    expect(read(nested)).toMatchObject({ error: 'Out of order', code: 'NESTED', hint: 'later' });
    expect(read({ error: { reason: 4 } }).error).toBe('{"reason":4}');
    expect(read({ error: 7, detail: [{ msg: 'field required' }] })).toMatchObject({
      error: '7',
      detail: '[{"msg":"field required"}]',
    });
  });

  it('keeps only the first 200 characters of a body that is not JSON', () => {
    const text = `<html>\n\n  <h1>502</h1>\t${'x'.repeat(5_000_000)}`;
    const { excerpt, error } = read(null, { text });
    expect(excerpt).toMatch(/^<html> <h1>502<\/h1> x+…$/);
    expect(excerpt).toHaveLength(200);
    expect(error).toBeNull();
    expect(read(['Out of order']).excerpt).toBe('["Out of order"]');
    expect(read(null, { text: '' }).excerpt).toBeNull();
  });

  it('removes control characters and characters that reorder text', () => {
    expect(read({ error: 'a\u0000b\u001b[31m\u202ec\u200b\n d' }).error).toBe('ab[31mc d');
  });

  it.each([
    ['the key', KEY],
    ['the key in capitals', KEY.toUpperCase()],
    ['the beginning of the key', KEY.slice(0, 14)],
    ['a key with invisible characters', `${KEY.slice(0, 5)}\u200b${KEY.slice(5)}`],
    ['a header', 'Bearer abc.def'],
    ['another key', 'api_key=9f8e7d6c'],
    ['an email address', 'ada@company.example'],
  ])('masks %s in every text', (_name, secret) => {
    const body = { error: `a ${secret} b`, code: secret, message: secret, detail: secret, hint: secret };
    const shown = JSON.stringify([read(body), read(null, { text: `x ${secret}` })]);
    expect(shown).not.toContain(secret);
    expect(shown.toLowerCase()).not.toContain('4ec39hql');
    expect(shown).not.toContain('fs_live_4eC3');
    expect(read(body).error).toBe('a [redacted] b');
  });

  it('masks a key where a text is cut off', () => {
    for (let before = 440; before < 500; before += 1)
      expect(read({ error: `${'.'.repeat(before)}${KEY}` }).error).not.toContain('4eC39HqL');
  });

  it('fits its schema for any response of the service', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (body, text) => {
        const found = readServiceError({ status: 500, body, text, apiKey: KEY });
        expect(serviceErrorSchema.parse(found)).toEqual(found);
      }),
    );
  });
});

describe('masks', () => {
  it('leave ordinary text as it is', () => {
    expect(maskKey('The company was not found', KEY)).toBe('The company was not found');
    expect(maskSecrets('The company was not found')).toBe('The company was not found');
    expect(maskKey('short key: abc', 'abc')).toBe('short key: [redacted]');
  });
});

describe('an error', () => {
  const serviceError = read({ error: 'x', code: KEY, hint: `use ${KEY}` });
  it.each<AppError>([
    { kind: 'unauthorized', reason: 'plan' },
    { kind: 'quota-exhausted', budget: 'day', resetsAtMs: 0, alternatives: [] },
    { kind: 'rate-limited', retryAtMs: 0 },
    { kind: 'network', reason: 'not-json' },
    { kind: 'not-found', what: 'service' },
    { kind: 'upstream', status: 500, code: KEY, retryable: true },
    { kind: 'not-available', what: 'contacts', hint: `use ${KEY}` },
  ])('of the kind $kind has the text, with the key masked', (error) => {
    const explained = withServiceError(error, serviceError);
    expect(appErrorSchema.parse(explained)).toEqual(explained);
    expect(explained).toMatchObject({ kind: error.kind, serviceError });
    expect(JSON.stringify(explained)).not.toContain(KEY);
  });
  it('of the app itself has none', () => {
    const error = { kind: 'internal', ref: 'a' } as const;
    expect(withServiceError(error, serviceError)).toEqual(error);
  });
});
