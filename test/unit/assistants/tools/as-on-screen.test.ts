import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMcpProtocol } from '../../../../electron/adapters/mcp-server.ts';
import {
  companiesClosing,
  companiesFound,
  companiesWithNews,
  sortedByFit,
  todayLines,
  type TodayCompany,
  type TodayLine,
} from '../../../../renderer/features/today/today-lines.ts';
import { priceSentence } from '../../../../renderer/ui/text/price-text.ts';
import { planSkipReasonSchema, type PlanProposal } from '../../../../shared/model/plan.ts';
import { sectionOf, TODAY_SECTIONS, type TodaySection } from '../../../../shared/today-sections.ts';
import { FREE } from '../../../../shared/add-costs.ts';
import { startTestApp, TESTS_BEGIN_MS, type TestApp } from '../../../support/app/test-app.ts';
import { connectClient } from '../../../support/assistants/mcp-client.ts';

/* Compares the tools `today` and `plan` with the Today screen, in the demo. */

const DAY_MS = 86_400_000;
const PAGE = { offset: 0, limit: 50 };
const NAMES = [
  'follow_ups_due',
  'ready_to_write_to',
  'new_signals',
  'new_companies_found_today',
  'contact_windows_closing_soon',
  'contacted_today',
  'tasks_due',
];
const nameOf = (section: TodaySection): string => NAMES[TODAY_SECTIONS.indexOf(section)] ?? '';

const sectionSchema = z.object({
  shown: z.array(z.object({ company_id: z.string() })),
  in_all: z.number(),
});
const replySchema = z.object({ structuredContent: z.object({ data: z.record(z.string(), z.unknown()) }) });

let app: TestApp;
let reply: Record<string, unknown>;
let planReply: Record<string, unknown>;
let proposal: PlanProposal;
/** The brief on a company that the user has marked as “do not contact”. */
let briefReply: Record<string, unknown>;
let lines: readonly TodayLine[];
beforeAll(async () => {
  app = await startTestApp({
    ports: {
      assistants: {
        load: () => Promise.resolve(createMcpProtocol()),
        bridgeFile: join(import.meta.dirname, '../../../../resources/assistant-bridge.mjs'),
      },
    },
  });
  const { api } = app;
  await api.workspaces.exploreDemo({ filled: true });
  await workSomewhat();
  const marked = await markFirstNews();
  lines = todayLines(await screenLists());
  const { address } = await api.assistants.turnOn({});
  const client = { name: 'Desk', place: 'local', permissions: ['read', 'notes'] } as const;
  const { added } = await api.assistants.addClient({ ...client, permissions: [...client.permissions] });
  const connected = await connectClient(address, added.key);
  const dataOf = async (name: string, args: Record<string, unknown> = {}) =>
    replySchema.parse(await connected.callTool({ name, arguments: args })).structuredContent.data;
  reply = await dataOf('today');
  planReply = await dataOf('plan');
  ({ proposal } = await api.plan.today({}));
  briefReply = await dataOf('company_brief', { company_id: marked });
  await connected.close();
});
afterAll(() => app.dispose());

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Fetches the contacts of two companies, contacts one of these companies, and logs an earlier contact with a
 * third company.
 */
async function workSomewhat(): Promise<void> {
  const { api } = app;
  const { rows = [] } = await api.signals.open({
    filters: { text: '', from: null, unseen: true, icp: null },
    rowsFrom: 0,
  });
  const [one = '', two = '', three = ''] = [
    ...new Set(rows.flatMap(({ company }) => company?.companyId ?? [])),
  ];
  for (const id of [one, two]) {
    const { cost: accepted } = await api.quota.price({ call: { endpoint: 'contacts', companyId: id } });
    await api.companies.fetchPeople({ id, accepted, screen: 'company' });
  }
  const entry = { channel: 'email', line: 'Sent the deck' } as const;
  await api.contactLog.add({ ...entry, companyIds: [two], happenedOn: dateOf(TESTS_BEGIN_MS) });
  await api.contactLog.add({
    ...entry,
    companyIds: [three],
    happenedOn: dateOf(TESTS_BEGIN_MS - 5 * DAY_MS),
    followUps: [dateOf(TESTS_BEGIN_MS)],
  });
}

/** Marks the first company with news as “do not contact”, and returns its id. */
async function markFirstNews(): Promise<string> {
  const { api } = app;
  const [company] = (await screenLists()).news;
  const { companyId = '', name = '' } = company?.row ?? {};
  const { draftId } = await api.ours.addText({ draftId: null, text: name });
  await api.ours.preview({ draftId });
  await api.ours.import({ draftId, kind: 'do-not-contact', source: '', decisions: [] });
  await api.ours.decide({ companyId, isSame: true });
  return companyId;
}

/** Returns the lists on the Today screen, loaded as the screen loads them. */
async function screenLists() {
  const { api } = app;
  const opened = await api.signals.open({
    filters: { text: '', from: null, unseen: true, icp: null },
    rowsFrom: 0,
  });
  const caught = await api.plan.caughtUp(PAGE);
  const closing = await api.plan.closing(PAGE);
  const companies = companiesClosing(closing);
  const inSection = (section: string): TodayCompany[] =>
    companies.filter((each) => sectionOf(each) === section);
  return {
    followUps: (await api.followUps.due(PAGE)).followUps,
    ready: sortedByFit(inSection('ready')),
    news: sortedByFit(companiesWithNews(opened.rows ?? [])),
    caughtUp: sortedByFit(companiesFound(caught)),
    closing: inSection('closing'),
    contacted: inSection('contacted'),
    tasks: (await api.tasks.due({ ...PAGE, until: null, followUps: false })).tasks,
    unloaded: { followUps: 0, ready: 0, news: 0, caughtUp: 0, closing: 0, contacted: 0, tasks: 0 },
  };
}

const idOf = (line: TodayLine): string[] => {
  if (line.kind === 'heading') return [];
  if (line.kind === 'company') return [line.company.row.companyId];
  return [line.kind === 'task' ? line.task.companyId : line.followUp.companyId];
};
/** Returns the ids in each section of the screen. */
function onScreen(): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let name = '';
  for (const line of lines) {
    if (line.kind === 'heading') name = nameOf(line.section);
    sections.set(name, [...(sections.get(name) ?? []), ...idOf(line)]);
  }
  return sections;
}

describe('today, as an assistant reads it', () => {
  it('has the sections of the screen in its order, each with its number and its first entries', () => {
    const screen = onScreen();
    expect([...screen.keys()]).toEqual(NAMES);
    expect(Object.keys(reply).filter((name) => name !== 'date')).toEqual([...screen.keys()]);
    for (const [name, ids] of screen) {
      const { shown, in_all } = sectionSchema.parse(reply[name]);
      expect([name, in_all, shown.length > 0]).toEqual([name, ids.length, true]);
      expect([name, shown.map(({ company_id }) => company_id)]).toEqual([name, ids.slice(0, shown.length)]);
    }
  });

  it('names each company once, apart from its tasks, and at most twelve entries', () => {
    const ids = TODAY_SECTIONS.filter((section) => section !== 'tasks').flatMap((section) =>
      sectionSchema.parse(reply[nameOf(section)]).shown.map(({ company_id }) => company_id),
    );
    expect(ids.length).toBe(new Set(ids).size);
    const tasks = sectionSchema.parse(reply[nameOf('tasks')]).shown;
    expect(ids.length + tasks.length).toBe(12);
  });

  it('says of a follow-up which one it is, and what the last contact was', () => {
    expect(sectionSchema.loose().parse(reply[nameOf('followUps')]).shown).toHaveLength(1);
    expect(reply[nameOf('followUps')]).toMatchObject({
      shown: [
        { follow_up: '1 of 1', due_on: dateOf(TESTS_BEGIN_MS), last_contact: { text: 'Sent the deck' } },
      ],
    });
  });
});

it('today and a brief say that the user marked a company as “do not contact”', () => {
  expect(reply[nameOf('news')]).toMatchObject({ shown: [{ marked_as: 'do not contact' }, {}] });
  expect(briefReply).toMatchObject({
    marked_as: 'do not contact',
    of_the_user: { statuses_to_choose_from: expect.arrayContaining(['Contacted']) },
  });
});

describe('plan, as an assistant reads it', () => {
  it('states prices as the screen does, with estimates as estimates', () => {
    const { items, preview } = proposal;
    expect(items.some(({ certainty }) => certainty === 'about')).toBe(true);
    expect(planReply).toMatchObject({
      requests_in_all: items.length,
      price: { text: priceSentence(preview ?? { cost: FREE, certainty: 'exact' }) },
      requests: items.slice(0, 6).map(({ companyId, cost, certainty, expected }) => ({
        company_id: companyId,
        price: {
          text: priceSentence({
            cost,
            certainty,
            ...(expected !== undefined && { expectedRecords: expected }),
          }),
          certainty,
        },
      })),
    });
  });

  it('says in sentences why requests are planned or skipped', () => {
    const reasons = z.array(z.object({ why: z.string() }));
    const { requests, skipped } = z.object({ requests: reasons, skipped: reasons }).parse(planReply);
    expect([requests.length > 1, skipped.length]).toEqual([true, proposal.skipReasons.length]);
    for (const { why } of [...requests, ...skipped]) expect(why).toMatch(/^[A-Z][^_]* [^_]*\.$/);
    expect(JSON.stringify(planReply)).not.toMatch(
      new RegExp(`"(${planSkipReasonSchema.options.join('|')})"`),
    );
  });
});
