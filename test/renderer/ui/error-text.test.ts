import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appErrorSchema, type AppError, type AppErrorOf } from '../../../shared/app-error.ts';
import { alternativeSchema } from '../../../shared/model/budget.ts';
import { errorLine, errorText } from '../../../renderer/ui/text/error-text.ts';

const NOW = Date.UTC(2026, 4, 14, 7, 52);

/**
 * Returns errors of every kind in the schema, so a new kind is included automatically. If a kind has enums,
 * returns one error for each value of each enum.
 */
function everyError(): readonly AppError[] {
  const schema = z.toJSONSchema(appErrorSchema);
  const options = z
    .array(z.looseObject({ properties: z.record(z.string(), z.unknown()) }))
    .parse(schema.oneOf ?? schema.anyOf);
  return options.flatMap(({ properties }) => {
    const kind = z.object({ const: z.string() }).parse(properties['kind']).const;
    const choices = Object.entries(properties).flatMap(([key, value]) =>
      key !== 'kind' && hasEnum(value) ? value.enum.map((each) => ({ [key]: each })) : [],
    );
    return (choices.length === 0 ? [{}] : choices).map((choice) =>
      appErrorSchema.parse({ ...sampleFields(kind), ...choice, kind }),
    );
  });
}
const hasEnum = (value: unknown): value is { readonly enum: readonly string[] } =>
  typeof value === 'object' && value !== null && 'enum' in value;

function sampleFields(kind: string): object {
  switch (kind) {
    case 'validation':
      return { issues: [{ path: 'query.minAmount', message: 'amount' }] };
    case 'quota-exhausted':
      return { budget: 'day', resetsAtMs: NOW, alternatives: ['read-library'] };
    case 'rate-limited':
      return { retryAtMs: NOW + 20_000 };
    case 'upstream':
      return { status: 503, code: 'maintenance', retryable: true };
    case 'not-available':
      return { hint: null };
    case 'price-changed':
      return { preview: null };
    case 'storage':
      return { reason: 'full' };
    case 'not-confirmed':
      return { action: 'spend', reason: 'declined' };
    case 'internal':
      return { ref: 'a1b2' };
    default:
      return {};
  }
}

describe('every error has a text', () => {
  const all = everyError();
  test('covers all of them', () => expect(all.length).toBeGreaterThan(40));
  test.each(all.map((error) => [JSON.stringify(error), error] as const))('%s', (_, error) => {
    const words = errorText(error, NOW);
    for (const part of [words.title, words.works, words.next]) expect(part).not.toBe('');
    expect(words.title).not.toMatch(/[.!]$/);
    expect(words.works).toMatch(/\.$/);
    expect(errorLine(error, NOW)).not.toMatch(/undefined|null|oops|sorry/i);
  });
});

test('names the budget, its reset and what still works', () => {
  const words = errorText(
    {
      kind: 'quota-exhausted',
      budget: 'page-turns',
      resetsAtMs: Date.UTC(2026, 5, 1),
      alternatives: ['read-library'],
    },
    NOW,
  );
  expect(words.title).toBe('No page turns left this month');
  expect(words.works).toContain('00:00 UTC');
  expect(words.alternatives).toEqual(['Everything in your library']);
});

test('states that nothing was sent only if the app refused the request', () => {
  const none = { error: null, code: null, message: null, detail: null, hint: null, excerpt: null };
  const error: AppError = {
    kind: 'quota-exhausted',
    budget: 'page-turns',
    resetsAtMs: NOW,
    alternatives: [],
  };
  expect(errorText(error, NOW).works).toContain('Nothing was sent.');
  const { works } = errorText({ ...error, serviceError: { ...none, status: 429 } }, NOW);
  expect(works).toContain('The service refused the request, so nothing was charged.');
  expect(works).not.toContain('Nothing was sent');
});

test('shows every alternative to a refused request, the inbox included', () => {
  const { alternatives } = errorText(
    {
      kind: 'quota-exhausted',
      budget: 'month-records',
      resetsAtMs: Date.UTC(2026, 5, 1),
      alternatives: [...alternativeSchema.options],
    },
    NOW,
  );
  expect(new Set(alternatives).size).toBe(alternativeSchema.options.length);
  expect(alternatives).toContain('Signals you’ve received');
});

test('names the invalid field or the limit, and never shows internal names', () => {
  const nextOf = (path: string, message: string): string =>
    errorText({ kind: 'validation', issues: [{ path, message }] }, NOW).next;
  expect(nextOf('query.minAmount', 'amount')).toBe('Check the minimum amount, then try again.');
  expect(nextOf('name', 'at most 500 tags')).toBe('The limit is 500 tags.');
  expect(nextOf('body', 'at most 100000 characters')).toBe('The limit is 100,000 characters.');
  expect(nextOf('folder.length', 'at most 4096 characters in the path of a folder')).toBe(
    'The limit is 4,096 characters in the path of a folder.',
  );
  expect(nextOf('market', 'too many values for one search')).toBe(
    'There are too many values for one search. Remove some.',
  );
  expect(nextOf('sort.constructor', 'Invalid option')).toBe('Check what you entered, then try again.');
});

test('shows when the next try is possible while requests are paused', () => {
  const line = errorLine({ kind: 'network', reason: 'resting', retryAtMs: NOW + 30_000 }, NOW);
  expect(line).toMatch(
    /^The service has failed several times in a row\. This request wasn’t sent\. You can try again at \d\d:52:30\.$/,
  );
});

test('does not call a change that was confirmed an undo', () => {
  const line = errorLine({ kind: 'conflict', reason: 'outdated' }, NOW);
  expect(line).toMatch(/^The data has changed since you last saw it\. Nothing was imported or deleted\./);
});

test('mentions results only if results are missing', () => {
  const lineOf = (what: 'import' | 'gap' | 'queued-request'): string =>
    errorLine({ kind: 'not-found', what }, NOW);
  expect(lineOf('import')).toMatch(/Start the import again\.$/);
  expect(lineOf('gap')).toMatch(/^There’s nothing left to catch up on\./);
  expect(lineOf('queued-request')).toMatch(/^The request is no longer in the queue\./);
});

test('says what is not supported, whatever the user tried', () => {
  const lineOf = (capability: AppErrorOf<'unsupported'>['capability']): string =>
    errorLine({ kind: 'unsupported', capability }, NOW);
  expect(lineOf('demo')).toMatch(/^This isn’t available in the demo\./);
  expect(lineOf('show-in-folder')).not.toMatch(/link|address/);
  // The key may be the API key, the contact key or the webhook key.
  expect(lineOf('keychain')).not.toMatch(/sent|session/);
});

test('counts neither contacts nor companies if contacts were accessed too quickly', () => {
  const error: AppError = { kind: 'rate-limited', peoplePaced: true, retryAtMs: NOW + 20_000 };
  expect(errorText(error, NOW).title).toBe('Contacts were accessed too quickly');
});

test('mentions that an ambiguous 404 may mean an unknown company', () => {
  const missing = { kind: 'not-available', what: 'tech-stack', hint: null } as const;
  expect(errorText(missing, NOW).next).toContain('may not have analysed');
  expect(errorText({ ...missing, ambiguous: true }, NOW).next).toBe('The service may not list this company.');
  expect(errorText({ ...missing, hint: 'Ask\u202e in June.' }, NOW).next).toBe('Ask in June.');
});
