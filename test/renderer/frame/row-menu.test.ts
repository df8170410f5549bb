import { describe, expect, it } from 'vitest';
import { createApi } from '../../../shared/contract/kit.ts';
import type { contract } from '../../../shared/contract/index.ts';
import { App } from '../../../renderer/session/app.svelte.ts';
import { markMenus, rowMarks } from '../../../renderer/frame/menu/mark-menus.ts';
import { rowTargets, type RowTargets } from '../../../renderer/frame/menu/row-menu-request.ts';
import { NO_PRICES, rowMenu, rowPrices } from '../../../renderer/frame/menu/row-menu.ts';
import {
  copyMenu,
  rowFacts,
  snoozeMenu,
  type RowFacts,
} from '../../../renderer/frame/menu/snooze-and-copy-menus.ts';
import { markCommands } from '../../../renderer/features/lists/triage/triage-commands.ts';
import { newStatusItem } from '../../../renderer/features/lists/new-status-item.ts';
import { STATUSES_MAX } from '../../../shared/model/limits.ts';
import { snoozeTime } from '../../../renderer/features/lists/triage/snooze-times.ts';
import { Triage } from '../../../renderer/features/lists/triage/triage.svelte.ts';
import { snoozeRequestOf } from '../../../renderer/features/lists/triage/snooze-request.svelte.ts';
import { triageTargetsOf } from '../../../renderer/features/lists/triage/triage-targets.ts';
import { withKeys, type MenuAction, type MenuItem } from '../../../renderer/ui/overlays/menu-item.ts';
import { stubKeep } from '../support/keep-state.ts';
import { createFixture, STATES } from '../fixture/host.ts';

/* A row’s context menu and its submenus. */

interface Target {
  readonly companyId: string;
  readonly name: string | null;
}

async function openMenu(targets: readonly Target[] | null = null) {
  const app = stubKeep(new App(createApi<typeof contract>(createFixture(STATES.account).port)));
  await app.refreshWorkspace();
  if (targets !== null) triageTargetsOf(app).attach(() => targets);
  const { queryId } = await app.api.library.open({});
  const { rows } = await app.api.library.rows({ queryId, offset: 0, limit: 2 });
  const companyIds = rows.map(({ companyId }) => companyId);
  const [companyId = ''] = companyIds;
  const { watchlists } = await app.api.watchlists.list({});
  const { statuses } = await app.api.marks.statuses({});
  const created: (readonly string[])[] = [];
  const newStatusOf: RowTargets[] = [];
  const menu = async () => {
    const chosen = rowTargets(app, companyId);
    const [toList, status] = markMenus({
      app,
      targets: chosen,
      marks: await rowMarks(app, chosen),
      lists: watchlists,
      statuses,
      createWith: (ids) => void created.push(ids),
      createStatus: (of) => void newStatusOf.push(of),
    });
    if (toList === undefined || status === undefined) throw new Error('a submenu is missing');
    return { toList, status };
  };
  return { app, menu, companyId, companyIds, created, newStatusOf, watchlists, statuses };
}
const labels = (items: readonly MenuAction[]): string[] => items.map(({ label }) => label);
const ticked = (items: readonly MenuAction[]): string[] =>
  labels(items.filter(({ checked }) => checked === true));
const pick = (items: readonly MenuAction[], label: string): void =>
  items.find((item) => item.label === label)?.run();

describe('the context menu of a row', () => {
  it('has submenus with the user’s lists and statuses', async () => {
    const { app, menu, companyId, watchlists, statuses } = await openMenu();
    const { toList, status } = await menu();
    const targets = rowTargets(app, companyId);
    const all = rowMenu(app, {
      companyId,
      targets,
      prices: NO_PRICES,
      facts: null,
      marks: [toList, status],
    });
    expect(all.filter(({ items }) => items !== undefined).map(({ label }) => label)).toEqual([
      'Save to a list',
      'Set status',
      'Copy',
    ]);
    expect(watchlists.length).toBeGreaterThan(1);
    expect(labels(toList.items)).toEqual([...watchlists.map(({ name }) => name), 'New list…']);
    expect(labels(status.items)).toEqual([...statuses.map(({ name }) => name), 'No status', 'New status…']);
  });

  it('ticks the status of the company, and changes it with a toast that names the company', async () => {
    const { app, menu, companyId, statuses } = await openMenu();
    triageTargetsOf(app).attach(() => [{ companyId, name: 'Halden Grid' }]);
    const other = statuses.find(({ id }) => id === 'meeting')?.name ?? '';
    const { status } = await menu();
    expect(ticked(status.items)).toHaveLength(1);
    pick(status.items, other);
    await expect.poll(async () => ticked((await menu()).status.items)).toEqual([other]);
    expect(app.toasts.items.at(-1)?.text).toBe(`Status of Halden Grid set to ${other}`);
    pick((await menu()).status.items, 'No status');
    await expect.poll(async () => ticked((await menu()).status.items)).toEqual(['No status']);
  });

  it('creates a status for the company, unless there are as many as the pipeline can have', async () => {
    const { app, menu, companyId, newStatusOf } = await openMenu();
    triageTargetsOf(app).attach(() => [{ companyId, name: 'Halden Grid' }]);
    pick((await menu()).status.items, 'New status…');
    expect(newStatusOf).toEqual([{ companyIds: [companyId], name: 'Halden Grid' }]);
    const full = Array.from({ length: STATUSES_MAX }, (_, at) => at);
    expect(newStatusItem(full, () => undefined)).toMatchObject({
      disabled: true,
      detail: 'limit of 20 statuses reached',
    });
  });

  it('adds the company to a list, and removes it from a list that has a tick', async () => {
    const { app, menu, companyId, watchlists } = await openMenu();
    triageTargetsOf(app).attach(() => [{ companyId, name: 'Halden Grid' }]);
    const onLists = new Set(ticked((await menu()).toList.items));
    const name = watchlists.find((list) => !onLists.has(list.name))?.name ?? '';
    pick((await menu()).toList.items, name);
    await expect.poll(async () => ticked((await menu()).toList.items)).toContain(name);
    expect(app.toasts.items.at(-1)?.text).toBe(`Halden Grid saved to ${name}`);
    pick((await menu()).toList.items, name);
    await expect.poll(async () => ticked((await menu()).toList.items)).not.toContain(name);
    expect(app.toasts.items.at(-1)?.text).toBe(`Halden Grid removed from ${name}`);
  });

  it('applies to all selected companies, each once and without ticks', async () => {
    const opened = await openMenu();
    const [first = '', second = ''] = opened.companyIds;
    const rows = [first, second, first].map((companyId) => ({ companyId, name: 'A' }));
    triageTargetsOf(opened.app).attach(() => rows);
    const { toList, status } = await opened.menu();
    expect([...ticked(toList.items), ...ticked(status.items)]).toEqual([]);
    pick(toList.items, 'New list…');
    expect(opened.created).toEqual([[first, second]]);
    pick(status.items, opened.statuses.find(({ id }) => id === 'won')?.name ?? '');
    const statusOf = async (companyId: string) => (await opened.app.api.marks.get({ companyId })).status?.id;
    await expect.poll(() => statusOf(first)).toBe('won');
    expect(await statusOf(second)).toBe('won');
  });

  it('applies to its own row if the list has no targets', async () => {
    const { app, companyId } = await openMenu([]);
    expect(rowTargets(app, companyId)).toEqual({ companyIds: [companyId], name: null });
  });

  it('snoozes the company until one of the times of the snooze dialog, or opens the dialog', async () => {
    const { app, companyId } = await openMenu();
    expect(snoozeMenu(app)).toBeNull();
    const triage = new Triage(app, {
      total: () => 1,
      row: () => ({ companyId, name: 'Halden Grid' }),
      active: () => 0,
      hidesHandled: () => false,
    });
    app.commands.add(markCommands(app, triage));
    const menu = snoozeMenu(app);
    expect([menu?.label, menu?.keys]).toEqual(['Snooze', 'h']);
    const items = menu?.items ?? [];
    expect(labels(items)).toEqual(['Tomorrow morning', 'In 3 days', 'Monday morning', 'Another day…']);
    expect(items.slice(0, -1).every(({ detail }) => detail !== undefined)).toBe(true);
    pick(items, 'In 3 days');
    await expect
      .poll(() => triage.marks.markOf(companyId))
      .toMatchObject({ state: 'snoozed', untilMs: snoozeTime('three-days', app.clock.nowMs) });
    pick(items, 'Another day…');
    await expect.poll(() => snoozeRequestOf(app).question?.companies).toBe('Halden Grid');
  });

  it('copies the name or a stored link of one company, and nothing of several companies', async () => {
    const { app, companyId, companyIds } = await openMenu();
    const facts: RowFacts = { hasProfile: true, hasWebsite: true, hasLinkedin: false, recipient: null };
    const one = { companyIds: [companyId], name: null };
    const copyLabels = (of: RowFacts | null): string[] =>
      labels(copyMenu(app, companyId, one, of)?.items ?? []);
    expect(copyLabels(facts)).toEqual(['Company name', 'Website', 'E-mail address or link…']);
    expect(copyLabels(null)).toEqual(['Company name', 'E-mail address or link…']);
    expect(copyMenu(app, companyId, { companyIds, name: null }, facts)).toBeNull();
  });

  it('shows the price of a refresh if the profile is stored', async () => {
    const { app, companyId } = await openMenu();
    const facts = await rowFacts(app, companyId);
    const prices = await rowPrices(app, companyId);
    const targets = rowTargets(app, companyId);
    const menuFor = (hasProfile: boolean) =>
      rowMenu(app, { companyId, targets, prices, facts: { ...facts, hasProfile }, marks: [] });
    const paid = (hasProfile: boolean) =>
      menuFor(hasProfile).flatMap((item) =>
        'price' in item && typeof item.price === 'string' ? [item.label] : [],
      );
    expect([paid(true)[0], paid(false)[0]]).toEqual(['Refresh profile', 'Fetch profile']);
    expect(menuFor(true).map(({ label }) => label)).toContain('Why do I have this?');
  });

  it('names the contact to write to, if one with an e-mail address is stored', async () => {
    const { app, companyId } = await openMenu();
    const facts = await rowFacts(app, companyId);
    const targets = rowTargets(app, companyId);
    const labelsFor = (recipient: string | null): string[] =>
      rowMenu(app, { companyId, targets, prices: NO_PRICES, facts: { ...facts, recipient }, marks: [] }).map(
        ({ label }) => label,
      );
    expect(labelsFor('Ingrid')).toContain('Write to Ingrid');
    expect(labelsFor(null)).toContain('Write a message');
  });

  it('keeps the key of every item when prices and the recipient’s name arrive', async () => {
    const { app, companyId } = await openMenu();
    const parts = { companyId, targets: rowTargets(app, companyId), marks: [] };
    const keys = (items: readonly MenuItem[]): string[] => withKeys(items).map(({ key }) => key);
    const before = keys(rowMenu(app, { ...parts, prices: NO_PRICES, facts: null }));
    const facts = { ...(await rowFacts(app, companyId)), recipient: 'Ingrid' };
    const after = keys(rowMenu(app, { ...parts, prices: await rowPrices(app, companyId), facts }));
    expect(after.length).toBeGreaterThan(before.length);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it('keeps the key of a paid item when its label changes', async () => {
    const { app, companyId } = await openMenu();
    const parts = { companyId, targets: rowTargets(app, companyId), marks: [] };
    const prices = await rowPrices(app, companyId);
    const facts = await rowFacts(app, companyId);
    const items = (hasProfile: boolean) =>
      rowMenu(app, { ...parts, prices, facts: { ...facts, hasProfile } });
    const labels = [false, true].map((hasProfile) => items(hasProfile).map(({ label }) => label));
    const keys = [false, true].map((hasProfile) => withKeys(items(hasProfile)).map(({ key }) => key));
    expect(labels[0]).not.toEqual(labels[1]);
    expect(keys[0]).toEqual(keys[1]);
  });

  it('gives items with the same label different keys', () => {
    const item = { label: 'Prospects', run: () => undefined };
    const keys = withKeys([item, item, { ...item, id: 'other' }]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
  });

  it('offers the note of the open company if no other company is selected', async () => {
    const { app, companyId, companyIds } = await openMenu();
    const [, other = ''] = companyIds;
    const command = (id: string, label: string) => ({ id, label, run: () => undefined });
    app.commands.add([
      command('company.note', 'Note of the open company'),
      command('triage.select-none', 'Clear the selection'),
      command('triage.task-all', 'Task for all'),
    ]);
    app.navigation.openCompany(companyId);
    const labelsFor = (selected: readonly string[]): string[] =>
      rowMenu(app, {
        companyId,
        targets: { companyIds: selected, name: null },
        prices: NO_PRICES,
        facts: null,
        marks: [],
      }).map(({ label }) => label);
    expect(labelsFor([companyId])).toEqual(
      expect.arrayContaining(['Note of the open company', 'Task for all']),
    );
    expect(labelsFor([other])).not.toContain('Note of the open company');
    expect(labelsFor([companyId, other])).not.toContain('Note of the open company');
  });

  it('offers the marks of one company whose name is known', async () => {
    const { app, companyId } = await openMenu();
    const marks = { statusId: null, listIds: [], ours: { kind: 'deal', isCertain: true } } as const;
    const oursOf = (targets: RowTargets) => {
      const none = { lists: [], statuses: [], createWith: () => undefined, createStatus: () => undefined };
      return markMenus({ app, targets, marks, ...none }).find(({ label }) => label === 'Already yours');
    };
    const menu = oursOf({ companyIds: [companyId], name: 'Halden Grid' });
    expect(labels(menu?.items ?? [])).toEqual([
      'Do not contact',
      'Customer',
      'Open deal',
      'Competitor',
      'Open imports',
    ]);
    expect(ticked(menu?.items ?? [])).toEqual(['Open deal']);
    expect(oursOf({ companyIds: [companyId], name: null })).toBeUndefined();
    expect(oursOf({ companyIds: [companyId, 'other'], name: null })).toBeUndefined();
  });

  it('shows before the price of contacts how many of them match the buyer roles', async () => {
    const { app, companyId } = await openMenu();
    const facts = await rowFacts(app, companyId);
    const targets = rowTargets(app, companyId);
    const contactsPrice = async (): Promise<string> => {
      const prices = await rowPrices(app, companyId);
      const items = rowMenu(app, { companyId, targets, prices, facts, marks: [] });
      const item = items.find(({ label }) => label === 'Fetch contacts');
      return item !== undefined && 'price' in item ? (item.price ?? '') : '';
    };
    expect(await contactsPrice()).not.toContain('match');
    await app.api.market.setBuyerRoles({
      buyerRoles: { roles: [{ department: 'sales', seniorities: [] }], keywords: [] },
    });
    expect(await contactsPrice()).toMatch(/^1 of 3 known contacts matches · .* record/);
  });
});
