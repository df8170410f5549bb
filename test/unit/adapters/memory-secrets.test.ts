import { expect, it } from 'vitest';
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';

it('stores, returns and deletes secrets; stores share nothing', async () => {
  const store = createMemorySecrets();
  expect(await store.get('a')).toEqual({ state: 'absent', secret: null });
  expect(await store.set('a', 'key')).toBe('ready');
  expect(await store.get('a')).toEqual({ state: 'ready', secret: 'key' });
  expect((await createMemorySecrets().get('a')).state).toBe('absent');
  expect(await store.delete('a')).toBe('absent');
  expect((await store.get('a')).state).toBe('absent');
  expect([store.place, store.name, await store.probe()]).toEqual(['session', 'this session', 'ready']);
});
