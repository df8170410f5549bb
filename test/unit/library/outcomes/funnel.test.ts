import { describe, expect, it } from 'vitest';
import { all, num, run } from '../../../../electron/core/database/sql.ts';
import type { ContactKeyState } from '../../../../electron/core/contacts/contact-encryption.ts';
import { createMarketChanges } from '../../../../electron/core/user-data/market.ts';
import { roleQuestionSchema, type RoleOutcomes } from '../../../../shared/model/outcomes/outcomes.ts';
import { storeDetail } from '../../../../electron/core/library/store-responses.ts';
import { createContactLog } from '../../../../electron/core/user-data/contact-log.ts';
import { insertSavedSearch } from '../../../../electron/core/database/queries/yours/saved-searches.ts';
import { createStatuses } from '../../../../electron/core/user-data/statuses.ts';
import { marketSchema } from '../../../../shared/model/market.ts';
import { fitRangeSchema } from '../../../../shared/model/library.ts';
import { statusIdSchema } from '../../../../shared/model/user-data.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { company, contact, detail, loadContactKey } from '../../../support/app/library-fixtures.ts';
import { noJournal } from '../../../support/app/no-journal.ts';
import { insertEntry } from './outcome-library.ts';
import { insertCompany, NOW, outcomeWorld, searchIn } from './outcome-world.ts';

type World = ReturnType<typeof outcomeWorld>;
const MARKET = { countries: ['NO'], stages: [], industries: [], technologies: [], hiring: false };
const LOCKED = { mode: 'locked' } as const;

const setStatus = ({ files }: World, companyId: string, status: string, daysAgo = 0): void =>
  createStatuses(files.yours, noJournal).set(
    [{ companyId, companyName: companyId }],
    statusIdSchema.parse(status),
    NOW - daysAgo * DAY_MS,
  );

/**
 * For each title, stores a company with one contact, and logs an email to this contact. If `answer` is given,
 * also logs this answer.
 */
function contactCompanies(world: World, titles: readonly string[], answer: string | null = null): void {
  const { cache, yours } = world.files;
  titles.forEach((title, at) => {
    const companyId = `c${at}`;
    const contacts = [contact({ contactId: `k${at}`, name: 'Ada', title })];
    storeDetail(
      cache,
      loadContactKey(),
      detail(company(companyId), { contacts, rawPersonal: contacts }),
      NOW,
    );
    const [personId] = personIds(world, companyId);
    const log = createContactLog({ yours, cache }, noJournal);
    const entry = {
      happenedOn: '2026-05-20',
      channel: 'email',
      line: '',
      personId: personId ?? null,
    } as const;
    log.add([{ companyId, companyName: '' }], { ...entry, answer: null, followUps: [] }, NOW);
    if (answer !== null)
      log.add([{ companyId, companyName: '' }], { ...entry, answer: answer as never, followUps: [] }, NOW);
  });
}

const personIds = ({ files }: World, companyId: string): string[] =>
  all(files.cache, 'SELECT contact_id FROM contact WHERE company_id = :companyId ORDER BY contact_id', {
    companyId,
  }).map((row) => String(num(row, 'contact_id')));

describe('a company', () => {
  it('belongs to the search that found it first, and to no other group', async () => {
    const world = outcomeWorld();
    const { files, read } = world;
    insertCompany(files.cache, 'a', { foundBy: 1 });
    insertCompany(files.cache, 'b', { foundBy: null, foundMs: NOW - DAY_MS });
    // Later, another search returned both companies.
    for (const companyId of ['a', 'b'])
      run(
        files.yours,
        `INSERT INTO search_fetched (question_key, row_id, company_id, fetched_at_ms, came_at_ms)
         VALUES ('key 2', :companyId, :companyId, :now, :now)`,
        { companyId, now: NOW },
      );
    const { groups } = await read({ by: 'search' });
    expect(groups.map(({ key, funnel }) => [key, funnel.counts[0]])).toEqual([
      ['1', 1],
      ['2', 0],
      ['other', 1],
    ]);
  });

  it('counts for all steps up to the last one, and loses steps when an earlier status is set', async () => {
    const world = outcomeWorld();
    insertCompany(world.files.cache, 'a');
    setStatus(world, 'a', 'won');
    expect((await world.read({})).total.counts).toEqual([1, 1, 1, 1, 1, 1, 1]);
    setStatus(world, 'a', 'contacted');
    expect((await world.read({})).total.counts).toEqual([1, 1, 1, 1, 0, 0, 0]);
    setStatus(world, 'a', 'lost');
    expect((await world.read({})).total.counts).toEqual([1, 1, 1, 1, 0, 0, 0]);
  });

  it('is counted only if it was found in the period', async () => {
    const { files, read } = outcomeWorld();
    insertCompany(files.cache, 'a', { foundMs: NOW - 100 * DAY_MS });
    insertCompany(files.cache, 'b');
    expect((await read({ period: 'quarter' })).total.counts[0]).toBe(1);
    expect((await read({ period: 'year' })).total.counts[0]).toBe(2);
  });
});

describe('too few cases', () => {
  it('have no share, no rate and no median', async () => {
    for (const contacted of [9, 10]) {
      const world = outcomeWorld();
      for (let at = 0; at < contacted; at += 1) {
        insertCompany(world.files.cache, `c${at}`, { foundBy: 1 });
        setStatus(world, `c${at}`, 'contacted', 3);
        setStatus(world, `c${at}`, 'replied');
      }
      insertEntry(world.files.ledger, {
        endpoint: 'fundings',
        call: '/fundings?countries%5B%5D=NO&funding_date_end=2026-05-27&funding_date_start=2026-05-21&limit=25&offset=0',
        companyId: null,
        state: 'spent',
        records: 50,
        atMs: NOW,
      });
      const { groups, stepDays } = await world.read({ by: 'search' });
      const isEnough = contacted >= 10;
      expect(groups[0]?.funnel).toMatchObject({
        counts: [contacted, contacted, contacted, contacted, contacted, 0, 0],
        records: 50,
        repliesPer100: isEnough ? 20 : null,
        daysToReply: isEnough ? 3 : null,
      });
      expect(groups[0]?.funnel.shares[4]).toBe(isEnough ? 1 : null);
      expect(stepDays[4]).toBe(isEnough ? 3 : null);
    }
  });
});

describe('records', () => {
  it('of a search are divided among the companies it found, and stay with it if it found none', async () => {
    const { files, read } = outcomeWorld();
    insertCompany(files.cache, 'a', { foundBy: 1, country: 'NO' });
    insertCompany(files.cache, 'b', { foundBy: 1, country: 'DE' });
    const call = (country: string): string =>
      `/fundings?countries%5B%5D=${country}&funding_date_end=2026-05-27&funding_date_start=2026-05-26&limit=25&offset=0`;
    const spent = { endpoint: 'fundings', companyId: null, state: 'spent', atMs: NOW };
    insertEntry(files.ledger, { ...spent, call: call('NO'), records: 30 });
    insertEntry(files.ledger, { ...spent, call: call('DE'), records: 7 });
    insertEntry(files.ledger, {
      ...spent,
      endpoint: 'company',
      call: '/companies/a',
      companyId: 'a',
      records: 1,
    });
    const byCountry = await read({ by: 'country' });
    expect(byCountry.groups.map(({ key, funnel }) => [key, funnel.records])).toEqual([
      ['de', 15],
      ['no', 16],
    ]);
    expect(byCountry.total.records).toBe(38);
    const bySearch = await read({ by: 'search' });
    expect(bySearch.groups.map(({ key, funnel }) => [key, funnel.counts[0], funnel.records])).toEqual([
      ['1', 2, 31],
      ['2', 0, 7],
    ]);
  });
});

describe('opened pages', () => {
  it('are described as counted since the first one, if companies were found on an earlier day', async () => {
    const { files, read } = outcomeWorld();
    insertCompany(files.cache, 'a', { foundMs: NOW - 5 * DAY_MS });
    expect(await read({})).toMatchObject({ openedSinceMs: null, isOpenedPartial: true });
    run(files.yours, `INSERT INTO company_opened VALUES ('a', :now)`, { now: NOW });
    expect(await read({})).toMatchObject({ openedSinceMs: NOW, isOpenedPartial: true });
    run(files.yours, `UPDATE company_opened SET opened_at_ms = :ms`, { ms: NOW - 5 * DAY_MS });
    expect(await read({})).toMatchObject({ isOpenedPartial: false });
  });
});

describe('buyer roles', () => {
  const roles = async (world: World, key: ContactKeyState = loadContactKey()): Promise<RoleOutcomes> =>
    world.reader.readRoles(roleQuestionSchema.parse({}), NOW, key);
  const setRoles = ({ files }: World): void =>
    createMarketChanges(files.yours, noJournal).setBuyerRoles(
      { roles: [{ department: 'sales', seniorities: [] }], keywords: ['RevOps'] },
      NOW,
    );

  it('count contacts, while all other figures count companies', async () => {
    const world = outcomeWorld();
    setRoles(world);
    contactCompanies(world, ['Head of Sales', 'Sales Director', 'RevOps Lead', 'CTO'], 'replied');
    // Adds a second contact to the first company, and logs an email to this contact.
    const { cache, yours } = world.files;
    const contacts = [contact({ contactId: 'second', name: 'Bo', title: 'VP Sales' })];
    storeDetail(cache, loadContactKey(), detail(company('c0'), { contacts, rawPersonal: contacts }), NOW + 1);
    const personId = personIds(world, 'c0').at(-1) ?? null;
    createContactLog({ yours, cache }, noJournal).add(
      [{ companyId: 'c0', companyName: '' }],
      { happenedOn: '2026-05-21', channel: 'email', line: '', personId, answer: null, followUps: [] },
      NOW,
    );
    setStatus(world, 'c0', 'won');
    expect((await world.read({})).total.counts[3]).toBe(4);
    const counted = await roles(world);
    expect(counted.state === 'counted' && counted.roles).toMatchObject([
      {
        role: { kind: 'role', department: 'sales' },
        contacted: 3,
        replied: 2,
        meeting: 1,
        won: 1,
        replyRate: null,
      },
      { role: { kind: 'keyword', keyword: 'RevOps' }, contacted: 1, replied: 1, won: 0 },
      { role: { kind: 'other' }, contacted: 1, replied: 1 },
    ]);
  });

  it('are not counted while contacts are locked, and not before they are set', async () => {
    const world = outcomeWorld();
    contactCompanies(world, ['Head of Sales']);
    expect(await roles(world)).toEqual({ state: 'none' });
    setRoles(world);
    expect(await roles(world, LOCKED)).toEqual({ state: 'locked' });
  });
});

describe('companies grouped by fit', () => {
  it('are those that the Library shows for the same range', async () => {
    const { files, read, found } = outcomeWorld();
    createMarketChanges(files.yours, noJournal).set(marketSchema.parse(MARKET), NOW);
    for (const [companyId, country] of Object.entries({ a: 'NO', b: 'NO', c: 'DE' }))
      insertCompany(files.cache, companyId, { country });
    await expect.poll(async () => (await read({ by: 'fit' })).hasFits).toBe(true);
    const { groups } = await read({ by: 'fit' });
    expect(groups.map(({ funnel }) => funnel.counts[0])).toEqual([2, 1]);
    for (const { key, funnel } of groups)
      expect(await found({ fits: [fitRangeSchema.parse(key)] }), `${key}`).toBe(funnel.counts[0]);
  });
});

describe('more saved searches than a reply has rows', () => {
  it('have the smallest ones counted together', async () => {
    const { files, read } = outcomeWorld();
    for (let at = 3; at <= 50; at += 1)
      insertSavedSearch(files.yours, {
        name: `Search ${at}`,
        nameFolded: `search ${at}`,
        question: JSON.stringify(searchIn('SE')),
        questionKey: `key ${at}`,
        createdAtMs: NOW,
      });
    // The second and third searches found one company each, and every other search found two.
    for (let at = 1; at <= 51; at += 1)
      for (const companyId of at === 2 || at === 3 ? [`${at}`] : [`${at}`, `${at}b`])
        insertCompany(files.cache, companyId, { foundBy: at === 51 ? null : at });
    const { groups, others } = await read({ by: 'search' });
    expect(groups.map(({ key }) => key)).toEqual([
      ...Array.from({ length: 50 }, (_, at) => String(at + 1)).filter((key) => key !== '3'),
      'other',
    ]);
    expect(others).toMatchObject({ values: 1, funnel: { counts: [1, 0, 0, 0, 0, 0, 0] } });
  });
});
