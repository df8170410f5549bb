import { expect, test } from 'vitest';
import { z } from 'zod';
import type * as UpdatesModule from '../../../../renderer/features/help/updates.svelte.ts';
import { updates as strings } from '../../../../renderer/features/help/update-strings.ts';
import { updateProblemText } from '../../../../renderer/features/help/update-text.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { UPDATE_PROBLEMS, type Update, type UpdatePhase } from '../../../../shared/model/settings/updates.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

const load = compiled();
const UPDATE: Update = { version: '1.4.0', releasedAtMs: 0, notes: '', bytes: 1 };
const failed = (problem: (typeof UPDATE_PROBLEMS)[number], update: Update | null = null) =>
  updateProblemText({ kind: 'failed', problem, update });

test('a refused update always states that nothing was installed', () => {
  const others = ['offline', 'unreachable', 'storage', 'platform', 'not-opened'];
  const refused = UPDATE_PROBLEMS.filter((problem) => failed(problem).isRefused);
  expect(refused).toEqual(UPDATE_PROBLEMS.filter((problem) => !others.includes(problem)));
  for (const problem of refused) expect(failed(problem).title).toBe('Update rejected');
});

test('a failure names the step that failed', () => {
  expect(failed('offline').title).toBe(strings.titles.checkFailed);
  expect(failed('offline', UPDATE).title).toBe(strings.titles.downloadFailed);
});

test('each problem has its own text', () => {
  const texts = UPDATE_PROBLEMS.map((problem) => failed(problem).text);
  expect(new Set(texts).size).toBe(UPDATE_PROBLEMS.length);
});

test('trying again repeats the check, or the download if an update is known', async () => {
  const { Updates } = (await load('/renderer/features/help/updates.svelte.ts')) as typeof UpdatesModule;
  const { port } = createFixture(STATES.account);
  const asked: string[] = [];
  const api = createApi<typeof contract>({
    ...port,
    request: (channel, input) => {
      asked.push(channel);
      return port.request(channel, input);
    },
  });
  const updates = new Updates(api);
  const become = (phase: UpdatePhase): void => {
    if (updates.status !== null) updates.status = { ...updates.status, phase };
  };
  await updates.refresh();
  become({ kind: 'failed', problem: 'offline', update: null });
  await updates.retry();
  become({ kind: 'failed', problem: 'checksum', update: UPDATE });
  await updates.retry();
  updates.dispose();
  expect(asked).toEqual(['updates.status', 'updates.check', 'updates.download']);
});

test('release notes are text, without characters that reorder it', async () => {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/help/UpdateNotes.svelte');
  const notes = '<img src=x onerror=alert(1)>\u202efdp.exe';
  const { body } = z
    .object({ body: z.string() })
    .parse({ body: render(component, { props: { update: { ...UPDATE, notes } } }).body });
  expect(body).toContain('&lt;img src=x onerror=alert(1)');
  expect(body).not.toContain('<img');
  expect(body).not.toContain('\u202e');
});
