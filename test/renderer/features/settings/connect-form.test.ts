import { expect, test } from 'vitest';
import { baseUrlAdvice, isLoopback } from '../../../../renderer/features/settings/account/base-url-advice.ts';
import {
  connectErrors,
  type ConnectForm,
} from '../../../../renderer/features/settings/account/connect-form.ts';
import { account } from '../../../../renderer/features/settings/account/strings.ts';
import { failureOf } from '../../../support/common/failure.ts';
import { parseBaseUrl } from '../../../../electron/core/service-api/base-url.ts';
import { keychainWorks, placeForKey } from '../../../../renderer/session/secret-place.ts';

const form = (part: Partial<ConnectForm>): ConnectForm => ({
  baseUrl: 'https://api.signals.example/api/v1',
  apiKey: 'key',
  place: 'keychain',
  people: 'keychain',
  passphrase: '',
  again: '',
  ...part,
});

test('a complete form has no errors', () => expect(connectErrors(form({}))).toEqual({}));

test.each(['', 'api.signals.example', 'http://api.signals.example/api/v1', 'javascript:alert(1)'])(
  'rejects the address %j',
  (baseUrl) => expect(connectErrors(form({ baseUrl })).baseUrl).toBeTypeOf('string'),
);

test('accepts plain http for this computer only', () => {
  expect(connectErrors(form({ baseUrl: 'http://127.0.0.1:4010/api/v1' }))).toEqual({});
  expect(isLoopback('127.0.0.1.example.com')).toBe(false);
});

test('requires a long enough passphrase, typed twice', () => {
  expect(connectErrors(form({ people: 'passphrase', passphrase: 'short' })).passphrase).toBeTypeOf('string');
  expect(
    connectErrors(form({ people: 'passphrase', passphrase: 'long enough', again: 'x' })).again,
  ).toBeTypeOf('string');
  expect(connectErrors(form({ people: 'none' }))).toEqual({});
});

test('a keychain without the secret is usable, a locked one is not', () => {
  expect(keychainWorks('absent')).toBe(true);
  expect(keychainWorks('locked')).toBe(false);
  expect(placeForKey({ state: 'absent' })).toBe('keychain');
  expect(placeForKey({ state: 'locked' })).toBe('session');
  expect(placeForKey(null)).toBe('keychain');
});

const words = account.connect;

test.each([
  ['https://api.example', 'https://api.example/api/v1'],
  ['https://api.example/ ', 'https://api.example/api/v1'],
  ['https://api.example/api', 'https://api.example/api/v1'],
  ['https://api.example:8443/signals/', 'https://api.example:8443/signals/api/v1'],
  ['https://api.example/api/v1/companies?x=1', 'https://api.example/api/v1'],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/api/v1'],
])('offers to complete %j', (typed, url) => {
  expect(baseUrlAdvice(typed)).toEqual({ text: words.pathMissing, fix: { label: words.addPath, url } });
  expect(baseUrlAdvice(url)).toBeNull();
});

test('warns about another version without a correction, and about nothing else', () => {
  expect(baseUrlAdvice('https://api.example/api/v2')).toEqual({ text: words.otherVersion, fix: null });
  for (const typed of [
    '',
    'https:',
    'https://',
    'api.example',
    'ftp://api.example',
    'https://a.example/api/v1/',
  ])
    expect(baseUrlAdvice(typed), typed).toBeNull();
});

test.each([
  ['http://api.example/api/v1', 'https://api.example/api/v1', words.insecureUrl],
  ['http://192.168.1.4:80/api/v1', 'https://192.168.1.4/api/v1', words.insecureUrl],
  ['http://localhost:4010/api/v1', 'http://127.0.0.1:4010/api/v1', words.localName],
])('refuses %j with the reason, as the core does, and offers %j', async (typed, url, text) => {
  expect(baseUrlAdvice(typed)).toMatchObject({ text, fix: { url } });
  expect(connectErrors(form({ baseUrl: typed })).baseUrl).toBe(text);
  expect(await failureOf(() => parseBaseUrl(typed))).toEqual({ kind: 'unsupported', capability: 'http' });
  expect(connectErrors(form({ baseUrl: url }))).toEqual({});
  expect(parseBaseUrl(url).url).toBe(url);
});
