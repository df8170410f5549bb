import { describe, expect, it } from 'vitest';
import type * as LogModule from '../../../../renderer/features/settings/assistants/assistant-log.svelte.ts';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type * as SaveCapsModule from '../../../../renderer/features/settings/assistants/save-caps.ts';
import type * as AssistantsModule from '../../../../renderer/features/assistants/assistants.svelte.ts';
import {
  capError,
  changedCaps,
  unsavedTexts,
} from '../../../../renderer/features/settings/assistants/cap-form.ts';
import { clientLine, permissionHint } from '../../../../renderer/features/settings/assistants/client-text.ts';
import {
  hasCompanies,
  isNothing,
  readTodayText,
  receivedText,
} from '../../../../renderer/features/settings/assistants/handed-out-text.ts';
import {
  callText,
  resultClass,
  resultText,
} from '../../../../renderer/features/settings/assistants/log-text.ts';
import { PROGRAMS, programsWithSetup } from '../../../../renderer/features/settings/assistants/programs.ts';
import { assistants as strings } from '../../../../renderer/features/settings/assistants/strings.ts';
import { ASSISTANT_DEFAULT_PERMISSIONS } from '../../../../shared/model/assistants/assistant-limits.ts';
import {
  ASSISTANT_RESULTS,
  type AssistantClient,
  type AssistantResult,
  type ProposalState,
} from '../../../../shared/model/assistants/assistants.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { compiled } from '../../support/compiled.ts';
import { stubKeep } from '../../support/keep-state.ts';

const load = compiled();
const NOON = new Date(2026, 4, 14, 12).getTime();
const DONE = { result: 'done', proposal: null, undo: null } as const;
const NOTHING = { companies: 0, notes: 0, tasks: 0, logEntries: 0, contacts: 0 };
const CALL = { tool: 'find_companies', handedOut: NOTHING, made: null, result: 'done' } as const;
const CLIENT: AssistantClient = {
  id: '0123456789abcdef',
  name: 'Desk Assistant',
  place: 'cloud',
  permissions: ['read'],
  addedAtMs: 0,
  lastCallAtMs: NOON - 3_600_000,
  isConnected: true,
  today: NOTHING,
};
const cap = (limit: number, max: number) => ({ limit, max, used: 1, freeAtMs: null });
const CAPS = { hour: cap(20, 20), day: cap(60, 60), days30: cap(300, 300) };

describe('settings of assistants', () => {
  it('allow a new client neither contacts nor drafts', () => {
    expect(ASSISTANT_DEFAULT_PERMISSIONS).not.toContain('contacts');
    expect(ASSISTANT_DEFAULT_PERMISSIONS).not.toContain('draft');
  });

  it('describe an assistant by its place and its last request', () => {
    expect(clientLine(CLIENT, NOON)).toBe('In the cloud · last request 11:00');
    expect(clientLine({ ...CLIENT, place: 'local', lastCallAtMs: NOON - 86_400_000 }, NOON)).toBe(
      'On this computer · last request 13 May 12:00',
    );
    expect(clientLine({ ...CLIENT, lastCallAtMs: null }, NOON)).toBe('In the cloud · never connected');
  });

  it('offer the configurations of a new key in the order of the buttons that add an assistant', () => {
    const setups = (['cursor', 'vs-code', 'claude-desktop'] as const).map((program) => ({
      program,
      text: '{}',
    }));
    expect(programsWithSetup(setups)).toEqual(PROGRAMS);
    expect(programsWithSetup(setups.slice(1))).toEqual(['claude-desktop', 'vs-code', 'other']);
  });

  it('say “no contacts” only while contacts are not allowed', () => {
    const reader = { ...CLIENT, permissions: ['read', 'contacts'] as const };
    expect(permissionHint('read', CLIENT).text).toContain('no contacts');
    expect(permissionHint('read', { ...reader, permissions: [...reader.permissions] }).text).not.toContain(
      'contacts',
    );
  });

  it('warn that contacts leave this computer unless the AI runs on it', () => {
    const hint = (place: AssistantClient['place'], isAllowed: boolean) =>
      permissionHint('contacts', { place, permissions: isAllowed ? ['contacts'] : [] });
    expect(hint('cloud', false).text).toContain('leave this computer');
    expect(hint('cloud', true)).toEqual({
      text: 'One company at a time. Names, job titles, e-mail addresses and LinkedIn profiles leave this computer when the assistant reads them.',
      isWarning: true,
    });
    expect(hint('unknown', true).isWarning).toBe(true);
    expect(hint('local', true)).toEqual({ text: 'one company at a time', isWarning: false });
  });

  it('accept only caps up to the built-in maximum', () => {
    expect(changedCaps({}, CAPS)).toBeNull();
    expect(changedCaps({ hour: '20' }, CAPS)).toBeNull();
    expect(changedCaps({ hour: '5' }, CAPS)).toEqual({ hour: 5, day: 60, days30: 300 });
    for (const text of ['21', '0', '', '-1', '1.5', '1e1', 'x']) {
      expect(changedCaps({ hour: text }, CAPS)).toBeNull();
      expect(capError(text, 20)).toBe('Enter a whole number from 1 to 20.');
    }
    expect(capError(undefined, 20)).toBeNull();
  });

  it('save a valid cap beside one that is not, and keep what was typed meanwhile', () => {
    const saved = { hour: 20, day: 12, days30: 300 };
    expect(changedCaps({ hour: 'abc', day: '12' }, CAPS)).toEqual(saved);
    expect(unsavedTexts({ hour: 'abc', day: '12' }, saved)).toEqual({ hour: 'abc' });
    expect(unsavedTexts({ day: '15' }, saved)).toEqual({ day: '15' });
    expect(unsavedTexts({ hour: '20', days30: '301' }, saved)).toEqual({ days30: '301' });
  });

  it('say what a client read today, and never that nothing left if contacts did', () => {
    expect(readTodayText({ ...NOTHING, companies: 15, notes: 2, tasks: 1, logEntries: 3 })).toBe(
      'Today it read 15 companies, 2 notes, 1 task and 3 contact log entries, but no contacts.',
    );
    expect(readTodayText({ ...NOTHING, companies: 1, contacts: 3 })).toBe(
      'Today it read 1 company and 3 contacts.',
    );
    expect(readTodayText(NOTHING)).toBe('Today it read no companies, notes, tasks or contacts.');
  });

  it('promise for no place that data stays on this computer', () => {
    for (const place of ['cloud', 'local', 'unknown'] as const)
      expect(strings.leaves[place]).toMatch(/leaves this computer|can’t check/);
  });
});

describe('log of assistants', () => {
  it('names calls in words, and unknown tools by their name', () => {
    expect(callText({ tool: 'company_brief', about: 'Vardekraft' })).toBe('Brief on Vardekraft');
    expect(callText({ tool: 'find_companies', about: '' })).toBe('Find companies');
    expect(callText({ tool: 'propose', about: 'open-roles: Vardekraft' })).toBe(
      'Propose open roles for Vardekraft',
    );
    expect(callText({ tool: 'quote', about: 'saved-search Nordics: seed' })).toBe(
      'Price of saved search “Nordics: seed”',
    );
    expect(callText({ tool: '', about: '' })).toBe('A request');
    expect(callText({ tool: 'toString', about: '\u202ex' })).toBe('toString: x');
  });

  it('shows what a call handed out, including nothing', () => {
    const read = { ...CALL, handedOut: { ...NOTHING, companies: 1, notes: 2, tasks: 1 } };
    expect(receivedText(read)).toBe('1 company, 2 notes, 1 task');
    expect(receivedText({ ...CALL, made: 'task' })).toBe('a task');
    expect(receivedText(CALL)).toBe('nothing');
    const noNotes = { ...CALL, handedOut: { ...NOTHING, companies: 1 }, result: 'no-notes' as const };
    expect(receivedText(noNotes)).toBe('nothing');
    expect([isNothing(CALL), isNothing(noNotes), isNothing(read)]).toEqual([true, true, false]);
    expect(isNothing({ ...CALL, made: 'task' })).toBe(false);
  });

  it('says that a call read the limits or the totals, unless it was refused', () => {
    const quota = { ...CALL, tool: 'quota' };
    expect([receivedText(quota), isNothing(quota)]).toEqual(['your limits', false]);
    expect(receivedText({ ...quota, result: 'paused' })).toBe('nothing');
    expect(receivedText({ ...CALL, tool: 'insights' })).toBe('library totals');
    expect(receivedText({ ...CALL, tool: 'constructor' })).toBe('nothing');
  });

  it('opens each call that returned companies, also if its description names them', () => {
    const brief = { ...CALL, tool: 'company_brief', handedOut: { ...NOTHING, companies: 1 } };
    expect(hasCompanies(brief)).toBe(true);
    expect(hasCompanies({ ...brief, tool: 'company_contacts' })).toBe(true);
    expect(hasCompanies({ ...brief, result: 'no-notes' })).toBe(false);
    expect(hasCompanies({ ...brief, made: 'proposal' })).toBe(false);
    expect(hasCompanies(CALL)).toBe(false);
  });

  it('has words and a colour for each result', () => {
    for (const result of ASSISTANT_RESULTS) expect(strings.log.results[result]).not.toBe('');
    expect(resultClass({ ...DONE, result: 'not-allowed' })).toBe('bad');
    expect(resultClass({ ...DONE, result: 'paused' })).toBe('warn');
    expect(resultClass(DONE)).toBe('muted');
    const of = (result: AssistantResult) => [
      resultText({ ...DONE, result }),
      resultClass({ ...DONE, result }),
    ];
    expect(of('limited')).toEqual(['limit reached, some data left out', 'warn']);
    expect(of('no-notes')).toEqual(['no notes', 'muted']);
    expect(of('already-waiting')).toEqual(['already waiting', 'muted']);
    expect(of('declined')).toEqual(['refused: you declined it earlier', 'bad']);
  });

  it('states what has become of a proposal, and that a change was undone', () => {
    const outcome = (state: ProposalState, records: number | null = null) => ({
      ...DONE,
      proposal: { state, records },
    });
    const waiting = { ...outcome('open'), result: 'waiting' as const };
    expect([resultText(waiting), resultClass(waiting)]).toEqual(['waiting', 'warn']);
    expect(resultText(outcome('done', 5))).toBe('approved, 5 records');
    expect(resultText(outcome('declined'))).toBe('declined');
    expect(resultText(outcome('withdrawn'))).toBe('withdrawn');
    expect(resultClass(outcome('declined'))).toBe('muted');
    expect(resultClass(outcome('failed'))).toBe('bad');
    const told = { ...DONE, proposal: { state: 'open' as const, records: null, isTold: true as const } };
    expect([resultText(told), resultClass(told)]).toEqual(['reported: waiting', 'muted']);
    expect(resultText({ ...DONE, undo: 'undone' })).toBe('undone');
    expect(resultText({ ...DONE, undo: 'expired' })).toBe('done');
    expect(resultText({ ...outcome('open'), result: 'over-cap' })).toBe('limit reached');
  });

  it('grows by pages until the oldest call, and keeps older calls when new ones arrive', async () => {
    const { AssistantLog } = (await load(
      '/renderer/features/settings/assistants/assistant-log.svelte.ts',
    )) as typeof LogModule;
    const log = new AssistantLog(createApi<typeof contract>(createFixture(STATES.account).port));
    await log.refresh();
    expect(log.rows.map(({ id }) => Number(id))).toEqual(Array.from({ length: 10 }, (_, at) => 100 - at));
    await log.loadOlder();
    await log.refresh();
    expect(log.rows).toHaveLength(20);
    await log.loadOlder();
    expect(log.rows).toHaveLength(25);
    expect(log.next).toBeNull();
    await log.loadOlder();
    expect(new Set(log.rows.map(({ id }) => id)).size).toBe(25);
    log.dispose();
  });

  it('follows what becomes of proposals and changes, on older pages too', async () => {
    const { AssistantLog } = (await load(
      '/renderer/features/settings/assistants/assistant-log.svelte.ts',
    )) as typeof LogModule;
    const { port } = createFixture(STATES.account);
    const listeners: ((channel: string, payload: unknown) => void)[] = [];
    let undo: 'possible' | 'undone' = 'possible';
    const log = new AssistantLog(
      createApi<typeof contract>({
        subscribe: (listener) => (listeners.push(listener), () => undefined),
        request: async (channel, input) => {
          const reply = await port.request(channel, input);
          if (!reply.ok) return reply;
          const page = reply.value as { readonly rows: readonly object[] };
          return { ...reply, value: { ...page, rows: page.rows.map((row) => ({ ...row, undo })) } };
        },
      }),
    );
    await log.refresh();
    await log.loadOlder();
    const leave = log.addScreen();
    undo = 'undone';
    for (const listener of listeners) listener('proposals.onChanged', {});
    await expect.poll(() => log.rows.map(({ undo }) => undo)).toEqual(Array(20).fill('undone'));
    leave();
    // A refresh while older calls are being loaded must not lose any calls.
    undo = 'possible';
    await Promise.all([log.refresh(), log.loadOlder()]);
    expect(log.rows.map(({ undo: state }) => state)).toEqual(Array(25).fill('possible'));
    expect(new Set(log.rows.map(({ id }) => id)).size).toBe(25);
    log.dispose();
  });
});

it('a saved reading limit can be undone', async () => {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { assistantsOf } = (await load(
    '/renderer/features/assistants/assistants.svelte.ts',
  )) as typeof AssistantsModule;
  const { saveCaps } = (await load(
    '/renderer/features/settings/assistants/save-caps.ts',
  )) as typeof SaveCapsModule;
  const app = stubKeep(new App(createApi<typeof contract>(createFixture(STATES.account).port)));
  const assistants = assistantsOf(app);
  await assistants.refresh();
  const limits = (): (number | undefined)[] => {
    const caps = assistants.status?.caps;
    return [caps?.hour.limit, caps?.day.limit, caps?.days30.limit];
  };
  const current = assistants.status?.caps ?? CAPS;
  await saveCaps(app, assistants, { wanted: { hour: 12, day: 60, days30: 300 }, current });
  expect([limits(), app.toasts.items[0]?.text]).toEqual([[12, 60, 300], 'Reading limits saved']);
  await app.toasts.undoLast();
  expect([limits(), app.toasts.notice?.text]).toEqual([[20, 60, 300], 'Previous reading limits restored']);
  assistants.dispose();
});

it('the state of assistants follows each change, and the key stays out of it', async () => {
  const { AssistantsState } = (await load(
    '/renderer/features/assistants/assistants.svelte.ts',
  )) as typeof AssistantsModule;
  const assistants = new AssistantsState(createApi<typeof contract>(createFixture(STATES.account).port));
  await assistants.setPaused(true);
  expect(assistants.status?.isPaused).toBe(true);
  const added = await assistants.add({ name: 'Cursor', place: 'cloud', permissions: ['read'] });
  expect(assistants.status?.clients.map(({ name }) => name)).toEqual(['Desk Assistant', 'Cursor']);
  expect(JSON.stringify(assistants.status)).not.toContain(added.key);
  await assistants.revoke(added.id);
  expect(assistants.status?.clients).toHaveLength(1);
  await assistants.setOn(false);
  expect(assistants.status?.state).toBe('off');
  assistants.dispose();
});
