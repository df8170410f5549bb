import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../electron/core/database/open.ts';
import {
  normalisedVersion,
  putNormalisedVersion,
} from '../../../electron/core/database/queries/cache/service-state.ts';
import { close, run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { createReparseOnUpdate } from '../../../electron/core/workspace/reparse-on-update.ts';
import { createDriftRecorder } from '../../../electron/core/workspace/drift-recorder.ts';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import { clock, log, memoryCache, loadContactKey } from '../../support/app/library-fixtures.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';

let service: Simulator;
beforeAll(async () => {
  service = await startSimulator({ seed: 7, companies: 600, makeWorld: sharedWorld });
});
afterAll(() => service.dispose());

const price = async (app: TestApp, call: PricedCall) => {
  const { cost } = await app.api.quota.price({ call });
  return { accepted: cost, screen: 'company' as const };
};
/** Changes the cache of a closed app, and marks it as written by older decoders. */
function makeOlder(dataDir: string, change: (cache: WriteDb) => void): void {
  const [workspace = ''] = readdirSync(join(dataDir, 'workspaces'));
  const cache = openDatabase(join(dataDir, 'workspaces', workspace, 'cache.db'), { clock, log });
  change(cache);
  putNormalisedVersion(cache, 'rows', 0);
  putNormalisedVersion(cache, 'people', 0);
  close(cache);
}

describe('update that parses more fields', () => {
  it('fills the library at the next start without a request; contacts follow after the passphrase', async () => {
    const folder = tempDir();
    const installation = { dataDir: folder.path, keychain: createFakeKeychain() };
    const passphrase = 'correct horse battery';
    const first = await startTestApp(installation);
    await first.api.workspaces.connect({
      baseUrl: service.baseUrl,
      apiKey: service.liveKey,
      place: 'keychain',
      screen: 'first-run',
      people: { mode: 'passphrase', passphrase },
      accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
    });
    const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    const query = {
      fundingDateStart: day(service.nowMs() - 6 * 86_400_000),
      fundingDateEnd: day(service.nowMs()),
      limit: 10,
      offset: 0,
      validatedContacts: true,
      hasOpenRoles: false,
      countries: [],
      stages: [],
      industries: [],
      technologies: [],
      investors: [],
      companySizes: [],
      tags: [],
      hiringDepartments: [],
      hiringSeniority: [],
    };
    const { set } = await first.api.search.run({
      question: { list: 'fundings', query },
      ...(await price(first, { endpoint: 'fundings', query })),
    });
    const { rows } = await first.api.search.rows({ setId: set.setId, offset: 0, limit: 1 });
    const id = rows[0]?.companyId ?? '';
    await first.api.companies.fetchProfile({
      id,
      ...(await price(first, { endpoint: 'company', companyId: id })),
    });
    const view = await first.api.companies.get({ id });
    const people = await first.api.companies.people({ id });
    expect(people.people.length).toBeGreaterThan(0);
    await first.dispose();

    makeOlder(folder.path, (cache) => {
      run(cache, 'UPDATE company SET description = NULL, total_contacts = NULL');
      run(cache, 'UPDATE contact SET title = NULL');
    });
    const calls = service.transcript().length;
    const second = await startTestApp(installation);
    const [workspace] = (await second.api.workspaces.list({})).workspaces;
    await second.api.workspaces.open({ id: workspace?.id ?? '' });
    expect(await second.api.companies.get({ id })).toEqual(view);
    expect(second.logged).toContain('read-again {"part":"rows"}');
    expect((await second.api.companies.people({ id })).state).toBe('locked');
    await second.api.keys.unlockPeople({ passphrase });
    expect(await second.api.companies.people({ id })).toEqual(people);
    expect(service.transcript()).toHaveLength(calls);
    await second.dispose();
    folder.remove();
  });

  it('opens the workspace if reparsing fails, and tries again later', async () => {
    const cache = memoryCache();
    const errors: string[] = [];
    run(cache, 'ALTER TABLE open_role RENAME TO elsewhere');
    const reopened = createReparseOnUpdate({ cache }, { ...log, error: (event) => void errors.push(event) });
    await reopened.rows();
    expect(errors).toEqual(['not-read-again']);
    expect(normalisedVersion(cache, 'rows')).toBe(0);
    run(cache, 'ALTER TABLE elsewhere RENAME TO open_role');
    await reopened.rows();
    await reopened.people(loadContactKey());
    expect(errors).toHaveLength(1);
    expect(normalisedVersion(cache, 'rows')).toBeGreaterThan(0);
  });
});

describe('notes about responses of the service', () => {
  it('that cannot be stored are logged, and fail no request', () => {
    const cache = memoryCache();
    const warnings: string[] = [];
    const watch = createDriftRecorder({
      cache,
      log: { ...log, warn: (event) => void warnings.push(event) },
      nowMs: () => 1,
    });
    const answer = { endpoint: 'stats', notes: [], deprecation: null, sunset: null, headers: [] } as const;
    watch.answered(answer);
    run(cache, 'DROP TABLE drift');
    watch.answered(answer);
    expect(warnings).toEqual([]);
    watch.answered({ ...answer, notes: [{ kind: 'missing', field: 'x' }] });
    expect(warnings).toEqual(['drift-not-kept']);
  });
});
