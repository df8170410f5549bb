import { describe, expect, it } from 'vitest';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import type { DueFollowUp } from '../../../../shared/model/settings/follow-ups.ts';
import type { Template } from '../../../../shared/model/template.ts';
import { nextTemplate } from '../../../../renderer/features/company/contacts/next-template.ts';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type * as CommandsModule from '../../../../renderer/features/today/today-commands.ts';
import type * as ActionsModule from '../../../../renderer/features/today/follow-ups/follow-up-actions.ts';
import type * as PendingModule from '../../../../renderer/features/company/contacts/pending-message.svelte.ts';
import type * as DetailsModule from '../../../../renderer/features/today/follow-ups/follow-up-details.svelte.ts';
import type * as PlanModule from '../../../../renderer/features/today/day-plan.svelte.ts';
import type * as TodayModule from '../../../../renderer/features/today/today.svelte.ts';
import { compiled } from '../../support/compiled.ts';
import { stubKeep } from '../../support/keep-state.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { NOW_MS } from '../../fixture/time.ts';

/* The section with the due follow-ups on Today, and the details of the open follow-up. */
const load = compiled();

/** Opens Today with a company that has one follow-up due now and another one later. */
async function openToday() {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { Today } = (await load('/renderer/features/today/today.svelte.ts')) as typeof TodayModule;
  const { dayPlanOf } = (await load('/renderer/features/today/day-plan.svelte.ts')) as typeof PlanModule;
  const { todayCommands } = (await load(
    '/renderer/features/today/today-commands.ts',
  )) as typeof CommandsModule;
  const { followUpActions } = (await load(
    '/renderer/features/today/follow-ups/follow-up-actions.ts',
  )) as typeof ActionsModule;
  const app = stubKeep(new App(createApi<typeof contract>(createFixture(STATES.account).port)));
  await app.refreshWorkspace();
  const { api } = app;
  const { today: day } = await api.tasks.due({ offset: 0, limit: 1 });
  const dayBefore = (count: number): string =>
    new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);
  const { queryId } = await api.library.open({});
  const { rows } = await api.library.rows({ queryId, offset: 0, limit: 5 });
  const companyId = rows[0]?.companyId ?? '';
  const log = (change: { personId?: string; line?: string } = {}) =>
    api.contactLog.add({
      companyIds: [companyId],
      happenedOn: dayBefore(5),
      channel: 'email',
      line: '',
      ...change,
      followUps: [dayBefore(1), dayBefore(-6)],
    });
  const today = new Today(app);
  const sections = (): string[] =>
    today.lines.flatMap((line) => (line.kind === 'heading' ? [`${line.section} ${line.count}`] : []));
  const command = (id: string) =>
    todayCommands(app, today, dayPlanOf(app), {
      approve: () => undefined,
      month: { isLoaded: true, isOffered: false },
      isSeen: () => true,
    }).find((each) => each.id === id);
  return { app, api, day, dayBefore, companyId, log, today, sections, command, followUpActions };
}

const first = (today: { readonly followUps: readonly DueFollowUp[] }): DueFollowUp => {
  const [followUp] = today.followUps;
  if (followUp === undefined) throw new Error('no follow-up is due');
  return followUp;
};

describe('the follow-ups on Today', () => {
  it('are the first section, and absent when nothing is due', async () => {
    const { today, log, sections, companyId, dayBefore } = await openToday();
    await today.refresh();
    expect(sections().some((each) => each.startsWith('followUps'))).toBe(false);
    await log();
    await today.refresh();
    expect(sections()[0]).toBe('followUps 1');
    expect(sections().some((each) => each.startsWith('tasks'))).toBe(false);
    expect(first(today)).toMatchObject({ companyId, dueOn: dayBefore(1), number: 1, total: 2 });
  });

  it('show the details of the active one, or of the first if no row is active', async () => {
    const { today, log } = await openToday();
    await log();
    await today.refresh();
    expect([today.active, today.openFollowUp]).toEqual([-1, 1]);
    today.active = 0;
    expect(today.openFollowUp).toBe(-1);
    today.activateCompany(first(today).companyId);
    expect([today.active, today.openFollowUp]).toEqual([1, 1]);
  });

  it('are done, snoozed or answered by commands, each with one undo', async () => {
    const { api, app, today, log, command, companyId } = await openToday();
    await log();
    await today.refresh();
    expect(command('today.follow-up-done')?.available?.()).toBe(false);
    today.active = 1;
    for (const [id, left] of [
      ['today.follow-up-done', 1],
      ['today.follow-up-snooze', 2],
      ['today.follow-up-replied', 0],
    ] as const) {
      await command(id)?.run();
      expect(today.followUps).toEqual([]);
      const { chains } = await api.followUps.of({ companyId });
      expect(chains.flatMap(({ tasks }) => tasks)).toHaveLength(left);
      await app.undo.undoLast();
      expect(today.followUps).toHaveLength(1);
      today.active = 1;
    }
    await command('today.follow-up-meeting')?.run();
    const { entries } = await api.contactLog.of({ companyId, offset: 0, limit: 1 });
    expect(entries[0]).toMatchObject({ answer: 'meeting', channel: 'meeting' });
  });

  it('open the message dialog with the contact and the next template', async () => {
    const { api, app, today, log, companyId, followUpActions } = await openToday();
    const { pendingMessage } = (await load(
      '/renderer/features/company/contacts/pending-message.svelte.ts',
    )) as typeof PendingModule;
    const { templates } = await api.templates.list({});
    await log({ line: templates[0]?.name ?? '' });
    await today.refresh();
    await followUpActions.write(app, first(today));
    expect(app.navigation.companyId).toBe(companyId);
    expect(pendingMessage(app).of(companyId)).toEqual({
      companyId,
      personId: null,
      templateId: templates[1]?.id ?? null,
    });
    expect(pendingMessage(app).of('another')).toBeNull();
  });

  it('show the note, the why-now line, and the name of the contact only while contacts are unlocked', async () => {
    const { api, today, log, companyId } = await openToday();
    const { FollowUpCardState } = (await load(
      '/renderer/features/today/follow-ups/follow-up-details.svelte.ts',
    )) as typeof DetailsModule;
    const [person] = (await api.companies.people({ id: companyId })).people;
    if (person === undefined) throw new Error('the company has no contacts');
    await api.notes.save({ companyId, body: '# Budget\n\nin March', baseRevision: 0 });
    await log({ personId: person.personId });
    await today.refresh();
    const card = new FollowUpCardState(api, first(today), () => NOW_MS);
    await card.refresh();
    expect(card.details?.person?.name).toBe(person.name);
    expect(card.details?.note?.text).toBe('Budget');
    expect(card.details?.whyNow).toMatch(/^Raised /);
    card.dispose();
    const hidden = { state: 'locked' as const, people: [] };
    const companies = {
      get: api.companies.get,
      onChanged: api.companies.onChanged,
      people: async (input: { id: string }) => ({ ...(await api.companies.people(input)), ...hidden }),
    };
    const lockedApi = new Proxy(api, {
      get: (target, group) => (group === 'companies' ? companies : Reflect.get(target, group)),
    });
    const locked = new FollowUpCardState(lockedApi, first(today), () => 0);
    await locked.refresh();
    expect(locked.details?.person).toBeNull();
    locked.dispose();
  });
});

describe('the next template', () => {
  const template = (id: string, name: string): Template => ({
    id,
    name,
    subject: '',
    body: '',
    changedAtMs: 0,
  });
  const all = [template('1', 'First'), template('2', 'Second'), template('3', 'Third')];

  it('is the one after the template that was used last', () => {
    expect(nextTemplate(all, 'Second', 1)?.id).toBe('3');
    expect(nextTemplate(all, 'Third', 1)).toBeNull();
  });

  it('is chosen by the number of the follow-up if no template was used', () => {
    expect(nextTemplate(all, 'Called them', 1)?.id).toBe('2');
    expect(nextTemplate(all, 'Called them', 2)?.id).toBe('3');
    expect(nextTemplate(all, '', 3)).toBeNull();
    expect(nextTemplate([], '', 1)).toBeNull();
  });
});
