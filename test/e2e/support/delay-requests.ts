import type { Page } from '@playwright/test';

/**
 * Delays the page's requests on a channel, from now on or from the next load on.
 * @returns a function that ends the delay. It waits for the first delayed request, sends all delayed
 * requests, and resolves after their replies. Later requests are sent without delay. With `refused`, it sends
 * the delayed requests with invalid input, which the core rejects.
 */
export async function delayRequests(
  page: Page,
  channel: string,
  from: 'now' | 'next load' = 'now',
): Promise<(as?: 'sent' | 'refused') => Promise<void>> {
  const install = (name: string): void => {
    const prototype = WebSocket.prototype;
    const send = Reflect.get(prototype, 'send') as (this: WebSocket, data: unknown) => void;
    const delayed: ((as: string) => Promise<void>)[] = [];
    prototype.send = function (data: unknown) {
      const message: unknown = JSON.parse(String(data));
      const field = (of: unknown, key: string): unknown => Reflect.get(Object(of), key);
      if (field(message, 'channel') !== name) return send.call(this, data);
      delayed.push(
        (as) =>
          new Promise((resolve) => {
            this.addEventListener('message', ({ data: answer }) => {
              if (field(JSON.parse(String(answer)), 'id') === field(message, 'id')) setTimeout(resolve);
            });
            send.call(
              this,
              as === 'refused' ? JSON.stringify(Object.assign(Object(message), { input: null })) : data,
            );
          }),
      );
    };
    Reflect.set(window, 'release', async (as: string) => {
      while (delayed.length === 0) await new Promise(requestAnimationFrame);
      prototype.send = send;
      await Promise.all(delayed.map((release) => release(as)));
    });
  };
  await (from === 'now' ? page.evaluate(install, channel) : page.addInitScript(install, channel));
  return (as = 'sent') =>
    page.evaluate((mode) => (Reflect.get(window, 'release') as (mode: string) => Promise<void>)(mode), as);
}
