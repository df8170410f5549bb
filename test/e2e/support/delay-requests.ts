import type { Page } from '@playwright/test';

/**
 * Holds back the page's requests on a channel, from now on or from the next load on.
 * @returns a function that waits for a request, sends it, and resolves once it was answered; `refused` sends
 * invalid input that the core rejects
 */
export async function holdBack(
  page: Page,
  channel: string,
  from: 'now' | 'next load' = 'now',
): Promise<(as?: 'asked' | 'refused') => Promise<void>> {
  const hold = (name: string): void => {
    const prototype = WebSocket.prototype;
    const send = Reflect.get(prototype, 'send') as (this: WebSocket, data: unknown) => void;
    const held: ((as: string) => Promise<void>)[] = [];
    prototype.send = function (data: unknown) {
      const asked: unknown = JSON.parse(String(data));
      const told = (of: unknown, key: string): unknown => Reflect.get(Object(of), key);
      if (told(asked, 'channel') !== name) return send.call(this, data);
      held.push(
        (as) =>
          new Promise((resolve) => {
            this.addEventListener('message', ({ data: heard }) => {
              if (told(JSON.parse(String(heard)), 'id') === told(asked, 'id')) setTimeout(resolve);
            });
            send.call(
              this,
              as === 'refused' ? JSON.stringify(Object.assign(Object(asked), { input: null })) : data,
            );
          }),
      );
    };
    Reflect.set(window, 'release', async (as: string) => {
      while (held.length === 0) await new Promise(requestAnimationFrame);
      prototype.send = send;
      await Promise.all(held.map((go) => go(as)));
    });
  };
  await (from === 'now' ? page.evaluate(hold, channel) : page.addInitScript(hold, channel));
  return (as = 'asked') =>
    page.evaluate((how) => (Reflect.get(window, 'release') as (how: string) => Promise<void>)(how), as);
}
