import type { Page } from '@playwright/test';

/** The `sessionStorage` key under which the page stores its secret, as in `renderer/host/early.ts`. */
export const SESSION_KEY = 'roundwatch-session';

/**
 * Sends a request to the core over a second WebSocket. This WebSocket is opened in the page, with the page's
 * secret.
 */
export function callCore(page: Page, channel: string, input: unknown = {}): Promise<unknown> {
  return page.evaluate(
    ([name, value, sessionKey]) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/socket`);
        socket.onerror = () => reject(new Error('socket'));
        socket.onopen = () => {
          socket.send(JSON.stringify({ session: sessionStorage.getItem(sessionKey) }));
          socket.send(JSON.stringify({ id: 1, channel: name, input: value }));
        };
        socket.onclose = ({ code }) => reject(new Error(`socket closed with ${code}`));
        socket.onmessage = ({ data }) => {
          const frame: unknown = JSON.parse(String(data));
          if (typeof frame !== 'object' || frame === null || !('reply' in frame)) return;
          socket.close();
          resolve(frame.reply);
        };
      }),
    [channel, input, SESSION_KEY] as const,
  );
}
