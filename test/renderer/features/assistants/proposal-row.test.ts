import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AssistantProposal } from '../../../../shared/model/assistants/proposals.ts';
import { contactsProposal } from '../../fixture/assistants/proposals.ts';
import { allowedPrice } from '../../fixture/quota.ts';
import { compiled } from '../../support/compiled.ts';

const load = compiled();
const world = { price: allowedPrice };

async function rowHtml(change: Partial<AssistantProposal>, full = false): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/assistants/ProposalRow.svelte');
  const props = {
    app: {
      clock: { nowMs: 0 },
      connection: { state: 'online' },
      navigation: { openCompany: () => undefined },
    },
    proposals: { busyIds: [], isApprovable: () => true },
    proposal: contactsProposal(world, '1', change),
    full,
  };
  return z.object({ body: z.string() }).parse({ body: render(component, { props }).body }).body;
}

it('has its own price and a button that declines it', async () => {
  const html = await rowHtml({});
  expect(html).toContain('about 6 records');
  expect(html).toContain('aria-label="Decline: Contacts for Vardekraft"');
});

it('cannot be approved if the price rose', async () => {
  const cost = { requests: 1, records: 9, pageTurns: 0, companies: 1 };
  const html = await rowHtml({ preview: allowedPrice(cost, 'about') });
  expect(html).not.toContain('>Approve<');
  expect(html).toContain('Can’t be approved');
  expect(html).toContain('Decline: Contacts');
});

it('has no buttons once the user has decided', async () => {
  for (const state of ['running', 'done', 'unknown', 'failed', 'declined', 'expired'] as const)
    expect(await rowHtml({ state, companyId: null }, true)).not.toContain('<button');
});

it('states that the library already has the answer, and shows this instead of the reason', async () => {
  const recent = await rowHtml({ storedAtMs: 0 });
  expect(recent).toContain('Already in your library, fetched just now');
  expect(recent).not.toContain('For your 11:00 call');
  expect(await rowHtml({ storedAtMs: -2 * 86_400_000 })).toContain('For your 11:00 call');
  expect(await rowHtml({ storedAtMs: -2 * 86_400_000 }, true)).toContain('fetched 2 d ago');
});

it('leads to its company', async () => {
  const html = await rowHtml({});
  expect(html).toContain('title="Contacts for Vardekraft. Open company"');
});

it('shows the reason as text, never as markup', async () => {
  const html = await rowHtml({ reason: '<img src=x onerror=alert(1)>' }, true);
  expect(html).toContain('“&lt;img src=x onerror=alert(1)');
  expect(html).not.toContain('<img');
});
