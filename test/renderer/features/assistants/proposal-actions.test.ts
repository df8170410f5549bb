import { expect, it } from 'vitest';
import type * as ActionsModule from '../../../../renderer/features/assistants/proposal-actions.ts';
import type * as ProposalsModule from '../../../../renderer/features/assistants/proposals.svelte.ts';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { compiled } from '../../support/compiled.ts';
import { stubKeep } from '../../support/keep-state.ts';

const load = compiled();

it('a decline can be undone with its toast or Z, and the proposal then waits again', async () => {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { decline } = (await load(
    '/renderer/features/assistants/proposal-actions.ts',
  )) as typeof ActionsModule;
  const { proposalsOf } = (await load(
    '/renderer/features/assistants/proposals.svelte.ts',
  )) as typeof ProposalsModule;
  const app = stubKeep(new App(createApi<typeof contract>(createFixture(STATES.account).port)));
  const proposals = proposalsOf(app);
  await proposals.refresh();
  const waiting = (): string[] => proposals.all.filter(({ state }) => state === 'open').map(({ id }) => id);
  const [first] = proposals.all;
  if (first === undefined) throw new Error('there is no proposal');

  await decline(app, proposals, first);
  const [toast] = app.toasts.items;
  expect(toast?.text).toBe('Declined: Contacts for Vardekraft. Assistants can’t propose it again for a day.');
  expect([waiting(), toast?.action?.keys]).toEqual([['2'], 'z']);
  await toast?.action?.run();
  expect([waiting(), app.toasts.notice?.text]).toEqual([
    ['1', '2'],
    'Proposal restored: Contacts for Vardekraft',
  ]);

  await decline(app, proposals, first);
  app.toasts.show('Another message', { kind: 'problem' });
  await app.undo.undoLast();
  expect(waiting()).toEqual(['1', '2']);
  expect(app.toasts.items.map(({ kind }) => kind)).toEqual(['problem']);
});
