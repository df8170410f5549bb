import { expect, test } from 'vitest';
import { z } from 'zod';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { NOW_MS } from '../../fixture/time.ts';
import { HOUR_MS } from '../../../../shared/durations.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';

/* A company's row on Today, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });

/** Renders the row of a company of the library, with `now` two hours after its data was fetched. */
async function createRow() {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/today/TodayCells.svelte');
  const api = createApi<typeof contract>(createFixture(STATES.account).port);
  const { queryId } = await api.library.open({});
  const [row] = (await api.library.rows({ queryId, offset: 0, limit: 1 })).rows;
  return (
    recipient: object | null,
    matches?: object | null,
    contactsAtMs?: number,
    start: object | null = null,
  ): string => {
    const company = { row, newsAtMs: null, isReceived: false, contactsAtMs };
    const props = { company, selected: false, recipient, matches, start, nowMs: NOW_MS + 2 * HOUR_MS };
    return renderedSchema.parse({ body: render(component, { props }).body }).body;
  };
}

test('a row names the person to write to in words, and as a tooltip of the icon in a narrow list', async () => {
  const htmlOf = await createRow();
  const html = htmlOf({ name: 'Jonas Kessler', title: 'Co-founder' });
  expect(html).toMatch(/class="whom[^"]*">[^]*Write to[^]*Jonas Kessler/);
  expect(html).toContain('title="Write to Jonas Kessler, Co-founder"');
  expect(htmlOf({ name: 'Jonas Kessler', title: null })).toContain('title="Write to Jonas Kessler"');
  expect(htmlOf(null)).not.toContain('whom');
  // The days left and the age have labels.
  expect(html.replaceAll(/<[^>]*>/g, '')).toMatch(/contact window:29 days left.*fetched 2 h ago/);
  // Each row shows how many contacts match. If that is unknown, it shows which data is missing.
  const counts = { strong: 2, weak: 1, stored: 6 };
  expect(htmlOf(null, counts)).toContain('2 of 6 match');
  expect(htmlOf({ name: 'Jonas Kessler', title: 'CEO' }, counts)).toMatch(/CEO[^]*2 of 6 match/);
  expect(htmlOf(null, null)).toContain('no profile yet');
  expect(htmlOf(null)).not.toMatch(/match|no profile/);
});

test('a row shows the age of its contacts if they were fetched after the company', async () => {
  const htmlOf = await createRow();
  const newer = htmlOf(null, undefined, NOW_MS + HOUR_MS);
  expect(newer).toContain('fetched 1 h ago');
  expect(newer).toContain('title="Contacts fetched ');
  const older = htmlOf(null, undefined, NOW_MS - HOUR_MS);
  expect(older).toContain('fetched 2 h ago');
  expect(older).not.toContain('Contacts fetched');
});

test('the row of the company to start with says why', async () => {
  const htmlOf = await createRow();
  const reasons = ['contacts ready', 'fit 64'];
  const html = htmlOf(null, undefined, undefined, { companyId: 'a', reason: 'contacts ready', reasons });
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('Start here: contacts ready');
  expect(html).toContain('title="Why start here: contacts ready · fit 64."');
  expect(htmlOf(null)).not.toContain('Start here');
});
