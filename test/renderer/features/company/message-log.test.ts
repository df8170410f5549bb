import { expect, it } from 'vitest';
import type { App } from '../../../../renderer/session/app.svelte.ts';
import type * as LogModule from '../../../../renderer/features/company/contacts/message-log.svelte.ts';
import { compiled } from '../../support/compiled.ts';

/* Tests which messages from the message dialog are added to the contact log. */
const load = compiled();
const toAda = { companyId: 'c1', personId: 'ada', channel: 'email', line: 'First message' } as const;
const toGrace = { ...toAda, personId: 'grace' } as const;

async function createLog() {
  const { MessageLog } = (await load(
    '/renderer/features/company/contacts/message-log.svelte.ts',
  )) as typeof LogModule;
  const added: unknown[] = [];
  const offered: string[] = [];
  const core = { fails: false, days: [] as string[], setsContacted: false };
  const app = {
    api: {
      tasks: { due: () => Promise.resolve({ today: '2026-06-10' }) },
      followUps: { propose: () => Promise.resolve({ days: core.days, setsContacted: core.setsContacted }) },
      contactLog: {
        add: (entry: unknown) => {
          if (core.fails) return Promise.reject(new Error('disk full'));
          added.push(entry);
          return Promise.resolve({ undo: '1', contacted: 0 });
        },
      },
    },
    undo: { offer: (message: string) => offered.push(message) },
    change: (work: () => Promise<unknown>) =>
      work().then(
        () => true,
        () => false,
      ),
  };
  return { log: new MessageLog(app as unknown as App), added, offered, core };
}
const entryFor = (personId: string) => ({
  companyIds: ['c1'],
  happenedOn: '2026-06-10',
  channel: 'email',
  personId,
  line: 'First message',
  followUps: [],
});

it('a copied message can be added afterwards, once', async () => {
  const { log, added, offered } = await createLog();
  expect(log.copiedState('ada')).toBeNull();
  await log.addCopied(toAda);
  expect([added, log.copiedState('ada'), log.copiedState('grace')]).toEqual([[], 'missing', null]);
  const adding = log.addNow();
  expect(log.copiedState('ada')).toBe('adding');
  await Promise.all([adding, log.addNow()]);
  expect(log.copiedState('ada')).toBe('added');
  await log.addCopied(toAda);
  await log.addNow();
  expect([added, offered]).toEqual([[entryFor('ada')], ['Message logged']]);
});

it('a message that is copied twice is added once if the user wanted it before', async () => {
  const { log, added, offered } = await createLog();
  log.isWanted = true;
  await log.addCopied(toAda);
  await log.addCopied(toAda);
  expect([log.isWanted, log.copiedState('ada')]).toEqual([false, 'added']);
  expect([added, offered]).toEqual([[entryFor('ada')], ['Message copied and logged']]);
  // A message to another contact is logged separately.
  log.isWanted = true;
  await log.addCopied(toGrace);
  expect(added).toEqual([entryFor('ada'), entryFor('grace')]);
  log.reset();
  expect([log.copiedState('grace'), log.isWanted]).toEqual([null, false]);
});

it('a message that could not be added can be added again', async () => {
  const { log, added, core } = await createLog();
  core.fails = true;
  log.isWanted = true;
  await log.addCopied(toAda);
  expect([added, log.copiedState('ada')]).toEqual([[], 'missing']);
  core.fails = false;
  await log.addNow();
  expect([added, log.copiedState('ada')]).toEqual([[entryFor('ada')], 'added']);
});

it('a message is added with the proposed follow-ups, and the toast names their days', async () => {
  const { log, added, offered, core } = await createLog();
  core.days = ['2026-06-15', '2026-06-22'];
  log.isWanted = true;
  log.propose('c1', 'ada');
  await log.addCopied(toAda);
  expect(log.proposal.days).toEqual(core.days);
  expect(added).toEqual([{ ...entryFor('ada'), followUps: core.days }]);
  expect(offered).toEqual(['Message copied and logged. Follow-ups: Mon 15 Jun, Mon 22 Jun']);
});

it('what adding a copied message would also do is known before it is added', async () => {
  const { log, added, core } = await createLog();
  core.days = ['2026-06-15'];
  core.setsContacted = true;
  await log.addCopied(toAda);
  await expect.poll(() => log.proposal).toEqual({ days: ['2026-06-15'], setsContacted: true });
  expect(added).toEqual([]);
  log.hasFollowUps = false;
  await log.addNow();
  expect(added).toEqual([entryFor('ada')]);
});

it('a message is added without follow-ups if the user leaves them out', async () => {
  const { log, added, offered, core } = await createLog();
  core.days = ['2026-06-15'];
  log.isWanted = true;
  log.hasFollowUps = false;
  await log.addCopied({ ...toAda, personId: '' });
  expect(added).toEqual([{ ...entryFor('ada'), personId: null }]);
  expect(offered).toEqual(['Message copied and logged']);
});
