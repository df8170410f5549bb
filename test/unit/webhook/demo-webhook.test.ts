import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { until } from '../../support/common/until.ts';
import { freePort } from '../../support/webhook/webhook-receiver.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ demo: true });
  await app.api.signals.setAddress({ port: await freePort(), tunnelHost: null });
});
afterEach(() => app.dispose());

const total = async (): Promise<number> => (await app.api.signals.summary({})).total;
async function closeAndReopen(): Promise<void> {
  const { activeId } = await app.api.workspaces.list({});
  await app.api.workspaces.leave({});
  await app.api.workspaces.open({ id: activeId ?? '' });
  await until(async () => (await app.api.signals.receiver({})).state === 'listening', 'the receiver');
}

describe("the demo's webhook", () => {
  it('sends events again after another workspace was open', async () => {
    await app.api.signals.connectDemo({});
    await until(async () => (await app.api.signals.receiver({})).receivedSinceChange, 'the test event');
    const before = await total();
    await closeAndReopen();
    await app.api.demo.travel({ days: 10 });
    await until(async () => (await total()) > before, 'events of the ten days', 10_000);
    // The dashboard must still have the correct key. It does if no delivery was refused and the key was not
    // replaced.
    expect(await app.api.signals.receiver({})).toMatchObject({ refused: 0, key: { rotating: false } });
  });

  it('stays off if the dashboard was never connected', async () => {
    await app.api.signals.makeKey({ place: 'session' });
    await app.api.signals.setEnabled({ enabled: true });
    await closeAndReopen();
    await app.api.demo.travel({ days: 10 });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect((await app.api.signals.receiver({})).lastReceivedAtMs).toBeNull();
  });
});
