import { expect, test } from 'vitest';
import { startTestApp } from '../../../support/app/test-app.ts';
import { until } from '../../../support/common/until.ts';
import { freePort } from '../../../support/webhook/webhook-receiver.ts';
import { compiled } from '../../support/compiled.ts';
import type * as ReceiverModule from '../../../../renderer/features/signals/receiver/receiver.svelte.ts';

const load = compiled();

test('the demo’s set-up steps are done once its events arrive', async () => {
  const { outsideSteps } = (await load(
    '/renderer/features/signals/receiver/receiver.svelte.ts',
  )) as typeof ReceiverModule;
  const { api, dispose } = await startTestApp({ demo: true });
  try {
    expect(outsideSteps(await api.signals.receiver({}))).toEqual({ tunnel: 'open', dashboard: 'open' });
    await api.signals.setAddress({ port: await freePort(), tunnelHost: null });
    await api.signals.connectDemo({});
    const receiver = await until(async () => {
      const view = await api.signals.receiver({});
      return view.receivedSinceChange ? view : null;
    }, 'an event of the demo');
    expect(outsideSteps(receiver)).toEqual({ tunnel: 'done', dashboard: 'done' });
  } finally {
    await dispose();
  }
});
