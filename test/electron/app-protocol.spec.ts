import { join } from 'node:path';
import { expect, test } from '@playwright/test';

import { launchElectron, newElectronPlace } from '../support/electron/electron-app.ts';

/* Electron serves the same page with either of its two protocol methods (ADR 101). */

const withoutBuffer = join(import.meta.dirname, '../support/electron/without-buffer-protocol.cjs');
const METHODS = [
  { name: 'registerBufferProtocol', type: 'function', preload: [] },
  { name: 'protocol.handle', type: 'undefined', preload: [withoutBuffer] },
];

for (const { name, type, preload } of METHODS)
  test(`the page is served by ${name}`, async () => {
    const place = newElectronPlace();
    const { app, page, pageErrors } = await launchElectron(place, { preload });
    await expect(page.getByRole('button', { name: 'Explore the demo' })).toBeVisible();
    const served = await app.evaluate(async ({ session }, partition) => {
      const pages = session.fromPartition(partition);
      const get = async (path: string, method = 'GET') => {
        const answer = await pages.fetch(`app://roundwatch${path}`, { method });
        return {
          status: answer.status,
          policy: answer.headers.get('content-security-policy') ?? '',
          type: answer.headers.get('content-type'),
          sniffing: answer.headers.get('x-content-type-options'),
          bytes: (await answer.arrayBuffer()).byteLength,
        };
      };
      return {
        method: typeof pages.protocol.registerBufferProtocol,
        page: await get('/'),
        missing: await get('/none.js'),
        outside: await get('/..%2fmain%2fmain.cjs'),
        posted: await get('/', 'POST'),
        head: await get('/index.html', 'HEAD'),
      };
    }, 'roundwatch-page');
    expect(served.method).toBe(type);
    expect(served.page).toMatchObject({
      status: 200,
      type: 'text/html; charset=utf-8',
      sniffing: 'nosniff',
    });
    expect(served.page.bytes).toBeGreaterThan(500);
    for (const { policy } of [served.page, served.missing, served.outside, served.posted])
      expect(policy).toContain("default-src 'none'");
    expect([served.missing.status, served.outside.status, served.posted.status]).toEqual([404, 404, 405]);
    expect(served.head).toMatchObject({ status: 200, bytes: 0 });
    expect(pageErrors).toEqual([]);
    await app.close();
    place.remove();
  });
