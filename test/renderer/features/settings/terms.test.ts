import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import { terms } from '../../../../renderer/features/settings/terms/strings.ts';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { startTestApp, type TestApp } from '../../../support/app/test-app.ts';
import { compiled } from '../../support/compiled.ts';

const load = compiled();
let core: TestApp;
beforeEach(async () => {
  // The tests run without a page, so the page's functions are stubs.
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
  core = await startTestApp({ demo: true });
});
afterEach(async () => {
  await core.dispose();
  vi.unstubAllGlobals();
});

async function createApp() {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  return new App(core.api);
}

test('names every permitted and forbidden use in the specification', () => {
  expect(terms.permitted.uses.join(' ')).toMatch(/Sales.*Internal reports.*language models/);
  expect(terms.forbidden.uses).toEqual(['Scraping', 'Resale', 'Showing raw data to the public']);
});

test('a refused copy offers the terms of use', async () => {
  const app = await createApp();
  app.reportRefusedCopy();
  expect(app.areTermsOpen).toBe(false);
  await app.toasts.items[0]?.action?.run();
  expect(app.areTermsOpen).toBe(true);
  app.closeTerms();
  expect(app.areTermsOpen).toBe(false);
});

test('contacts of too many companies in a minute offer the terms of use, and other errors do not', async () => {
  const app = await createApp();
  app.reportError(new AppFailure({ kind: 'rate-limited', retryAtMs: 1, peoplePaced: true }));
  expect(app.toasts.items[0]?.action?.label).toBe(terms.title);
  app.reportError(new AppFailure({ kind: 'rate-limited', retryAtMs: 1 }));
  expect(app.toasts.items.map(({ action }) => action)).toEqual([null]);
});
