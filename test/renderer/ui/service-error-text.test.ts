import { expect, test } from 'vitest';
import {
  serviceErrorIn,
  serviceErrorLine,
  serviceErrorLines,
} from '../../../renderer/ui/text/service-error-text.ts';
import type { ServiceError } from '../../../shared/model/service-error.ts';

const NONE = { error: null, code: null, message: null, detail: null, hint: null, excerpt: null };
const full: ServiceError = {
  status: 503,
  code: 'DOWN',
  error: 'Out of order',
  message: 'words',
  detail: 'maintenance',
  hint: 'later',
  excerpt: null,
};

test('shows the status and every text that the service sent', () => {
  expect(serviceErrorLines(full).map(({ label }) => label)).toEqual([
    'Status',
    'Code',
    'Error',
    'Message',
    'Detail',
    'Hint',
  ]);
  expect(serviceErrorLine({ ...NONE, status: 502, excerpt: '<html>' })).toBe('502, <html>');
});

test('mentions that the service gave no explanation', () => {
  expect(serviceErrorLine({ ...NONE, status: 500 })).toBe('500, No details provided');
});

test('removes characters that reorder text, and limits its length', () => {
  const lines = serviceErrorLines({ ...NONE, status: 500, error: `a\u202e${'b'.repeat(900)}` });
  expect(lines[1]?.value).toMatch(/^ab+…$/);
  expect(lines[1]?.value).toHaveLength(500);
});

test('finds the text only in errors of the service', () => {
  const error = { kind: 'upstream', status: 503, code: null, retryable: true } as const;
  expect(serviceErrorIn({ ...error, serviceError: full })).toBe(full);
  expect(serviceErrorIn(error)).toBeNull();
  expect(serviceErrorIn({ kind: 'internal', ref: 'a' })).toBeNull();
});
