import { expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { App } from '../../../../renderer/session/app.svelte.ts';
import { Search } from '../../../../renderer/features/search/search.svelte.ts';
import { compiled } from '../../support/compiled.ts';
import { stubKeep } from '../../support/keep-state.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* The chips of chosen values, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });

test('chosen countries are shown by name, however many there are', async () => {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/search/filters/Filters.svelte');
  const app = stubKeep(new App(createApi<typeof contract>(createFixture(STATES.account).port)));
  const search = new Search(app.api);
  search.form.countries = ['AT', 'CH', 'DE', 'SE'];
  const props = { app, search, question: null, actions: {} };
  const { body } = renderedSchema.parse({ body: render(component, { props }).body });
  for (const name of ['Austria', 'Switzerland', 'Germany', 'Sweden']) expect(body).toContain(name);
  search.dispose();
});
