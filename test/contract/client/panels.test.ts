import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DecodedRoles } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { DEPARTMENTS, SENIORITIES } from '../../../shared/model/limits.ts';
import { openRolesQuerySchema } from '../../../shared/model/query.ts';
import { byTest } from './direct-governor.ts';
import { ignore, LISTS, onDay, openBench, type Bench } from './simulator-bench.ts';

describe('company endpoints of the simulator', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench('documented');
  });
  afterAll(() => bench.simulator.stop());

  it('return panels, and charge for the received rows', async () => {
    await bench.rest();
    const { client, runs, last, rest } = bench;
    const { rows } = await LISTS.fundings(client, { fundingDateStart: onDay(-5), hasOpenRoles: true });
    const rowsOf = { 'tech-stack': 1, rounds: 0, highlights: 0, news: 0 };
    for (const { company, round } of rows.slice(0, 5)) {
      await rest();
      const { companyId } = company;
      const rounds = (await client.request({ endpoint: 'rounds', companyId }, byTest, ignore)).value;
      rowsOf.rounds += rounds.rounds.length;
      expect(runs.at(-1)?.answered?.rows).toBe((await last()).charged.records);
      expect(rounds.rounds.map((each) => each.round.roundId)).toContain(round.roundId);
      // The list and the panel format the dates of a round differently, but the decoded dates must be equal.
      const same = rounds.rounds.find((each) => each.round.roundId === round.roundId);
      expect(same?.round.announcedOn).toBe(round.announcedOn);
      if (round.amount?.value !== null) expect(same?.round.amountUsd).toBeGreaterThan(0);
      for (const endpoint of ['highlights', 'news', 'tech-stack'] as const) {
        const response = await client
          .request({ endpoint, companyId }, byTest, ignore)
          .catch((error: unknown) => {
            expect(error).toBeInstanceOf(AppFailure);
            return null;
          });
        const { charged } = await last();
        expect(response === null ? 0 : runs.at(-1)?.answered?.rows).toBe(charged.records);
        rowsOf[endpoint] += charged.records;
        if (response !== null && 'setAside' in response.value) expect(response.value.setAside).toBe(0);
      }
    }
    for (const [name, count] of Object.entries(rowsOf)) expect([name, count > 1]).toEqual([name, true]);
  });

  it('filter open roles and return them in pages', async () => {
    await bench.rest();
    const { client, rest } = bench;
    const { rows } = await LISTS.fundings(client, { hasOpenRoles: true });
    const fetchRoles = async (companyId: string, more: object): Promise<DecodedRoles> => {
      await rest();
      const query = openRolesQuerySchema.parse({ page: 1, perPage: 50, ...more });
      return (await client.request({ endpoint: 'open-roles', companyId, query }, byTest, ignore)).value;
    };
    let found: DecodedRoles | null = null;
    for (const { company } of rows.slice(0, 30)) {
      const roles = await fetchRoles(company.companyId, {});
      if (roles.roles.length > (found?.roles.length ?? 0)) found = roles;
    }
    const { companyId, roles } = found ?? { companyId: '', roles: [] };
    expect(roles.length).toBeGreaterThan(3);
    const ids = (page: DecodedRoles): string[] => page.roles.map(({ roleId }) => roleId);
    for (const department of DEPARTMENTS)
      expect(ids(await fetchRoles(companyId, { department }))).toEqual(
        roles.filter((role) => role.department === department).map(({ roleId }) => roleId),
      );
    for (const seniority of SENIORITIES)
      expect(ids(await fetchRoles(companyId, { seniority }))).toEqual(
        roles.filter((role) => role.seniority === seniority).map(({ roleId }) => roleId),
      );
    const word = roles[0]?.title?.split(' ').at(-1) ?? '';
    const matching = await fetchRoles(companyId, { search: word });
    expect(matching.roles.length).toBeGreaterThan(0);
    expect(matching.roles.length).toBe(matching.total);
    const paged: string[] = [];
    for (let page = 1; paged.length < roles.length && page < 60; page += 1)
      paged.push(...ids(await fetchRoles(companyId, { page, perPage: 2 })));
    expect(paged).toEqual(roles.map(({ roleId }) => roleId));
  });

  it('match the specification in all responses above', () => {
    expect([...new Set(bench.drift)]).toEqual([]);
  });
});
