import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createApi, type Port, type Reply } from '../../shared/contract/kit.ts';
import type { contract } from '../../shared/contract/index.ts';
import { contractSteps, shellSteps } from '../contract/suite.ts';
import { IS_FULL } from '../support/common/full-size.ts';
import {
  withAnswerLimit,
  launchElectron,
  newElectronPlace,
  type LaunchedElectron,
} from '../support/electron/electron-app.ts';
import { answerFileDialogsIn } from '../support/electron/native-dialogs.ts';

/**
 * Returns a contract port that uses the page's bridge. The page collects pushes until the test reads them.
 */
async function portOf({ page }: LaunchedElectron): Promise<Port & { close(): void }> {
  const subscribed = page.evaluate(() => {
    const pushed: unknown[] = [];
    Object.assign(window, { pushedToTest: pushed });
    const bridge: unknown = Reflect.get(window, 'roundwatch');
    const subscribe: unknown = Reflect.get(Object(bridge), 'subscribe');
    if (typeof subscribe !== 'function') throw new Error('no bridge');
    Reflect.apply(subscribe, bridge, [
      (channel: string, payload: unknown) => pushed.push([channel, payload]),
    ]);
  });
  await withAnswerLimit(subscribed, 'to the page’s pushes');
  const listeners = new Set<(channel: string, payload: unknown) => void>();
  type Pushed = readonly [channel: string, payload: unknown][];
  const deliver = (pushed: Pushed): void => {
    for (const [channel, payload] of pushed) for (const listener of listeners) listener(channel, payload);
  };
  const takePushed = (): Promise<Pushed> =>
    page.evaluate(() => (Reflect.get(window, 'pushedToTest') as Pushed[number][]).splice(0));
  // Fetches pushes at intervals, because pushes may arrive even while the test sends no requests.
  const timer = setInterval(() => void takePushed().then(deliver, () => undefined), 50);
  return {
    close: () => clearInterval(timer),
    request: async (channel, input) => {
      // One call into the page fetches both the reply and the pushes, because a second call would take
      // several milliseconds more.
      const replied = page.evaluate(
        async ([name, value]) => {
          const bridge: unknown = Reflect.get(window, 'roundwatch');
          const send = Reflect.get(Object(bridge), 'request') as (...call: unknown[]) => Promise<Reply>;
          const reply = await send(name, value);
          return { reply, pushed: (Reflect.get(window, 'pushedToTest') as Pushed[number][]).splice(0) };
        },
        [channel, input] as const,
      );
      const { reply, pushed } = await withAnswerLimit(replied, channel);
      deliver(pushed);
      return reply;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

test('the contract over Electron’s IPC', async () => {
  test.setTimeout(120_000);
  const place = newElectronPlace();
  const launched = await launchElectron(place);
  await answerFileDialogsIn(launched.app, join(place.home, 'chosen'));
  const port = await portOf(launched);
  const subject = { port, api: createApi<typeof contract>(port), memo: new Map<string, string>() };
  const failed: string[] = [];
  for (const step of IS_FULL ? contractSteps : shellSteps)
    await test.step(step.name, () =>
      step.run(subject).catch((error: unknown) => failed.push(`${step.name}: ${String(error)}`)),
    );
  port.close();
  expect(failed, launched.log()).toEqual([]);
  await launched.app.close();
  place.remove();
});
