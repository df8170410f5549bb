import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeErrorBody,
  failureOf,
  type Refusal,
} from '../../../electron/core/service-api/error-mapping.ts';
import { appErrorSchema, type AppError } from '../../../shared/app-error.ts';
import { ENDPOINTS } from '../../../shared/model/budget.ts';

const mappedErrorOf = (refusal: Pick<Refusal, 'endpoint' | 'status' | 'body'> & Partial<Refusal>): AppError =>
  failureOf({ isKnown: true, isLaterPage: false, ...refusal }).appError;
const missing = { error: 'Company not found', message: 'No such company' };
const closed = { code: 'CONTACTS_NOT_AVAILABLE', error: 'Not available', hint: 'Reveal it first' };

describe('error mapping', () => {
  it.each<[Refusal['endpoint'], unknown, AppError]>([
    ['company', missing, { kind: 'not-found', what: 'company' }],
    ['company', null, { kind: 'not-found', what: 'service' }],
    ['company', { detail: 'Not Found' }, { kind: 'not-found', what: 'service' }],
    ['company', [], { kind: 'not-found', what: 'service' }],
    ['contacts', closed, { kind: 'not-available', what: 'contacts', hint: 'Reveal it first' }],
    [
      'contacts',
      { error: { code: 'CONTACTS_NOT_AVAILABLE', message: 'x' } },
      { kind: 'not-available', what: 'contacts', hint: null },
    ],
    ['contacts', null, { kind: 'not-found', what: 'service' }],
    ['fundings', missing, { kind: 'not-found', what: 'service' }],
    ['stats', missing, { kind: 'not-found', what: 'service' }],
  ])('maps a 404 of %s with %j', (endpoint, body, error) => {
    expect(mappedErrorOf({ endpoint, status: 404, body })).toEqual(error);
  });

  it.each([
    { error: 'Contacts are not available' },
    { error: 'None', code: 'CONTACTS_UNAVAILABLE' },
    missing,
  ])('maps a 404 of contacts with %j to closed contacts if the company is known', (body) => {
    const mapped = (isKnown: boolean) => mappedErrorOf({ endpoint: 'contacts', status: 404, body, isKnown });
    expect(mapped(true)).toEqual({ kind: 'not-available', what: 'contacts', hint: null });
    expect(mapped(false)).toEqual({ kind: 'not-found', what: 'company' });
  });

  const none = (code: string) => ({ error: 'None', code });
  it.each<[Partial<Refusal> & Pick<Refusal, 'endpoint'>, unknown, AppError]>([
    [{ endpoint: 'tech-stack' }, missing, { kind: 'not-available', what: 'tech-stack', hint: null }],
    [
      { endpoint: 'tech-stack', isKnown: false },
      missing,
      { kind: 'not-available', what: 'tech-stack', hint: null, ambiguous: true },
    ],
    [
      { endpoint: 'highlights' },
      none('HIGHLIGHTS_NOT_FOUND'),
      { kind: 'not-available', what: 'highlights', hint: null },
    ],
    [{ endpoint: 'highlights' }, missing, { kind: 'not-available', what: 'highlights', hint: null }],
    [
      { endpoint: 'news', isKnown: false },
      none('NEWS_NOT_FOUND'),
      { kind: 'not-available', what: 'news', hint: null, ambiguous: true },
    ],
    [
      { endpoint: 'contacts', isKnown: false },
      closed,
      { kind: 'not-available', what: 'contacts', hint: 'Reveal it first' },
    ],
    [{ endpoint: 'news', isKnown: false }, missing, { kind: 'not-found', what: 'company' }],
    [{ endpoint: 'rounds' }, missing, { kind: 'not-found', what: 'company' }],
    [{ endpoint: 'open-roles' }, missing, { kind: 'not-found', what: 'company' }],
    [
      { endpoint: 'open-roles', isLaterPage: true },
      missing,
      { kind: 'not-available', what: 'page', hint: null },
    ],
    [{ endpoint: 'fundings' }, missing, { kind: 'not-found', what: 'service' }],
    [
      { endpoint: 'fundings', isLaterPage: true },
      missing,
      { kind: 'not-available', what: 'page', hint: null },
    ],
    [{ endpoint: 'news' }, '<html>', { kind: 'not-found', what: 'service' }],
    [{ endpoint: 'tech-stack' }, null, { kind: 'not-found', what: 'service' }],
  ])('maps a 404 of %j with %j', (request, body, error) => {
    expect(mappedErrorOf({ ...request, status: 404, body })).toEqual(error);
  });

  it.each<[number, unknown, AppError]>([
    [200, null, { kind: 'network', reason: 'not-json' }],
    [200, { success: false, code: 'X_1' }, { kind: 'upstream', status: 200, code: 'X_1', retryable: false }],
    [400, { error: 'bad dates' }, { kind: 'upstream', status: 400, code: null, retryable: false }],
    [400, { code: 'key rw_live_1 is bad' }, { kind: 'upstream', status: 400, code: null, retryable: false }],
    [500, '<html>', { kind: 'upstream', status: 500, code: null, retryable: true }],
    [503, { error: { code: 'BUSY' } }, { kind: 'upstream', status: 503, code: 'BUSY', retryable: true }],
    [522, null, { kind: 'upstream', status: 522, code: null, retryable: true }],
    [501, null, { kind: 'upstream', status: 501, code: null, retryable: false }],
    [304, null, { kind: 'upstream', status: 304, code: null, retryable: false }],
  ])('maps %i with %j', (status, body, error) => {
    expect(mappedErrorOf({ endpoint: 'fundings', status, body })).toEqual(error);
  });

  it('reads an error that is an object', () => {
    expect(decodeErrorBody({ error: { message: 'm', hint: 'h', code: 'C', detail: 'd' } })).toEqual({
      error: 'm',
      code: 'C',
      hint: 'h',
      message: 'm',
      detail: 'd',
    });
  });

  it('always returns an error within the contract', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ENDPOINTS),
        fc.integer({ min: 200, max: 599 }),
        fc.oneof(
          fc.jsonValue(),
          fc.record({ error: fc.jsonValue(), code: fc.jsonValue(), hint: fc.jsonValue() }),
        ),
        (endpoint, status, body) => {
          appErrorSchema.parse(mappedErrorOf({ endpoint, status, body }));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
