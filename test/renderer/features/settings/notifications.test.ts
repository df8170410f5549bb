import { expect, test } from 'vitest';
import type * as NotificationsModule from '../../../../renderer/features/settings/notifications/notifications.svelte.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { NOTIFICATIONS_DEFAULT } from '../../../../shared/model/settings/notifications.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* Tests undoing changes to the notification settings. */
const load = compiled();

test('undo reverts only its own change, not later ones of another visit', async () => {
  const { Notifications } = (await load(
    '/renderer/features/settings/notifications/notifications.svelte.ts',
  )) as typeof NotificationsModule;
  const { port } = createFixture(STATES.account);
  const api = createApi<typeof contract>(port);
  const first = new Notifications(api);
  await first.refresh();
  const before = await first.change({ digest: false });
  expect(before).toEqual({ digest: true });
  await first.change({ hour: 10 });
  first.dispose();
  const second = new Notifications(api);
  await second.refresh();
  await second.change({ tasks: false });
  await first.undoChange(before ?? {});
  const kept = { ...NOTIFICATIONS_DEFAULT, hour: 10, tasks: false };
  expect(await api.notifications.settings({})).toEqual({ ...kept, supported: true, problem: null });
  await expect.poll(() => second.settings).toEqual(kept);
  second.dispose();
});
