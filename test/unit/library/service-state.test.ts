import { describe, expect, it } from 'vitest';
import {
  serviceState,
  storeDeprecation,
  storeDrift,
  storeHealth,
} from '../../../electron/core/library/service-state.ts';
import { serviceStateSchema } from '../../../shared/model/workspace.ts';
import { memoryCache } from '../../support/app/library-fixtures.ts';

const T0 = Date.UTC(2026, 5, 10, 8);

describe('state of the service', () => {
  it('is empty before the first request', () => {
    expect(serviceStateSchema.parse(serviceState(memoryCache()))).toEqual({
      status: null,
      version: null,
      versionBefore: null,
      checkedAtMs: null,
      deprecation: null,
      drift: [],
      driftTotal: 0,
    });
  });

  it('includes a change of version, but not a missing version', () => {
    const db = memoryCache();
    storeHealth(db, { status: 'healthy', version: '1.4.0' }, T0);
    storeHealth(db, { status: 'x'.repeat(900), version: null }, T0 + 1);
    expect(serviceState(db)).toMatchObject({ version: '1.4.0', versionBefore: null, checkedAtMs: T0 + 1 });
    storeHealth(db, { status: 'healthy', version: '1.5.0' }, T0 + 2);
    storeHealth(db, { status: 'healthy', version: '1.5.0' }, T0 + 3);
    storeHealth(db, { status: 'down', version: '1.4.0' }, T0);
    expect(serviceStateSchema.parse(serviceState(db))).toMatchObject({
      status: 'healthy',
      version: '1.5.0',
      versionBefore: '1.4.0',
      checkedAtMs: T0 + 3,
    });
  });

  it('contains the deprecation headers as last received', () => {
    const db = memoryCache();
    storeDeprecation(db, { deprecation: '@1790000000', sunset: null }, T0 + 1);
    storeDeprecation(db, { deprecation: 'true', sunset: 'x' }, T0);
    expect(serviceState(db).deprecation).toEqual({
      deprecation: '@1790000000',
      sunset: null,
      atMs: T0 + 1,
    });
  });
});

describe('differences from the specification', () => {
  it('are counted once per response, most frequent first', () => {
    const db = memoryCache();
    const missing = { kind: 'missing', field: 'data[].stage' } as const;
    storeDrift(db, 'fundings', [missing, missing, { kind: 'unknown', field: 'data[].extra' }], T0 + 0.4);
    storeDrift(db, 'fundings', [missing], T0 + 5);
    storeDrift(db, 'companies', [missing], T0 - 5);
    expect(serviceStateSchema.parse(serviceState(db))).toMatchObject({
      driftTotal: 3,
      drift: [
        { endpoint: 'fundings', ...missing, count: 2, firstAtMs: T0, lastAtMs: T0 + 5 },
        { endpoint: 'fundings', kind: 'unknown', count: 1 },
        { endpoint: 'companies', count: 1, firstAtMs: T0 - 5 },
      ],
    });
  });

  it('do not include a key that is not a field name, because it may be a contact’s name', () => {
    const db = memoryCache();
    storeDrift(
      db,
      'company',
      [
        { kind: 'unknown', field: 'data.jane@example.com' },
        { kind: 'unknown', field: 'data.Jane Doe' },
        { kind: 'unknown', field: 'x'.repeat(300) },
      ],
      T0,
    );
    expect(serviceState(db).drift).toMatchObject([{ field: '(other)', count: 1 }]);
  });

  it('are limited in number if the service invents names; known ones are still counted', () => {
    const db = memoryCache();
    const invented = (from: number) =>
      Array.from({ length: 700 }, (_, index) => ({ kind: 'unknown', field: `f${from + index}` }) as const);
    storeDrift(db, 'stats', invented(0), T0);
    storeDrift(db, 'stats', invented(700), T0);
    storeDrift(db, 'stats', [{ kind: 'unknown', field: 'f0' }], T0 + 1);
    const state = serviceStateSchema.parse(serviceState(db));
    expect(state.driftTotal).toBe(1_000);
    expect(state.drift[0]).toMatchObject({ field: 'f0', count: 2 });
  });
});
