import { expect, test } from 'vitest';
import {
  connectErrors,
  isLoopback,
  type ConnectForm,
} from '../../../../renderer/features/settings/account/connect-form.ts';
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
