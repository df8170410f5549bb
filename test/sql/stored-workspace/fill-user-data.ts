import { at, dateOf, type Filling } from './filling.ts';
import { DAY_MS } from './stored-world.ts';

/*
 * Fills a workspace with user data: everything that the user writes, marks and plans. Creates undo steps of
 * every kind.
 */

const dayOf = ({ world }: Filling, days: number): string => dateOf(world.clock.nowMs() + days * DAY_MS);

export async function writeNotes({ api, world, companies }: Filling): Promise<void> {
  const write = async (companyId: string, body: string): Promise<void> => {
    const { revision } = await api.notes.get({ companyId });
    await api.notes.save({ companyId, body, baseRevision: revision, begins: true });
    await world.clock.advance(1_000);
  };
  const [first, second] = [at(companies, 0), at(companies, 1)];
  await write(first, '# Call on Tuesday\n\nAsked for a price per seat.');
  await write(first, '# Call on Tuesday\n\nAsked for a price per seat. **Budget** is approved.');
  await write(first, 'Everything was deleted by mistake.');
  const { revision } = await api.notes.get({ companyId: first });
  await api.notes.restore({ companyId: first, revision: 2, baseRevision: revision });
  await write(second, 'Zoë prefers e-mail 📮; “later this year”.');
}

export async function makeLists({ api, companies, closing }: Filling): Promise<void> {
  const warm = await api.watchlists.create({ name: 'Warm intros', companyIds: companies.slice(11, 18) });
  const event = await api.watchlists.create({ name: 'Met at the fair' });
  const gone = await api.watchlists.create({ name: 'Last year' });
  await api.watchlists.add({ id: event.id, companyIds: [at(companies, 0)], reason: 'Asked for a demo' });
  await api.watchlists.add({
    id: event.id,
    companyIds: [...companies.slice(1, 5), ...closing],
    reason: 'Business card',
  });
  await api.watchlists.setReason({ id: event.id, companyId: at(companies, 2), reason: 'Knows our CTO' });
  await api.watchlists.drop({ id: event.id, companyIds: [at(companies, 3)] });
  await api.watchlists.move({ from: event.id, to: warm.id, companyIds: [at(companies, 4)] });
  await api.watchlists.rename({ id: event.id, name: 'Met in Lisbon' });
  await api.watchlists.remove({ id: gone.id });
  await api.watchlists.restore({ id: gone.id });
  await api.watchlists.remove({ id: gone.id });
  await api.watch.set({ id: event.id, watched: true, refreshDays: 5, recordsAMonth: 80 });
}

export async function markCompanies({ api, companies }: Filling): Promise<void> {
  const [first, second, third] = [at(companies, 0), at(companies, 1), at(companies, 2)];
  await api.marks.setStatus({ companyIds: [first, second], statusId: 'contacted' });
  await api.marks.setStatus({ companyIds: [second], statusId: 'meeting' });
  await api.marks.setStatus({ companyIds: [third], statusId: 'not-now' });
  await api.marks.setStatus({ companyIds: [third], statusId: null });
  await api.marks.renameStatus({ id: 'meeting', name: 'In talks' });
  const hot = await api.marks.addTag({ companyIds: [first, third], name: 'Hot' });
  const warm = await api.marks.createTag({ name: 'Warmish' });
  const referred = await api.marks.addTag({ companyIds: [second], name: 'Referred' });
  const old = await api.marks.addTag({ companyIds: [second, third], name: 'Old' });
  await api.marks.mergeTags({ from: warm.id, into: hot.id });
  await api.marks.renameTag({ id: referred.id, name: 'Referred by Ana' });
  await api.marks.dropTag({ companyIds: [third], id: old.id });
  await api.marks.removeTag({ id: old.id });
  await api.triage.setDone({ companyIds: [at(companies, 8), at(companies, 9)] });
  await api.triage.putBack({ companyIds: [at(companies, 9)] });
}

/** The snooze must still be in effect when the tests open the fixture. */
export const SNOOZED_DAYS = 40;

export async function snoozeAndPlan(filling: Filling): Promise<void> {
  const { api, world, companies } = filling;
  const untilMs = world.clock.nowMs() + SNOOZED_DAYS * DAY_MS;
  await api.triage.snooze({ companyIds: [at(companies, 10)], untilMs });
  const [first, second] = [at(companies, 0), at(companies, 1)];
  const add = async (title: string, companyId: string, dueOn: string | null): Promise<string> =>
    at((await api.tasks.add({ companyIds: [companyId], title, dueOn })).ids, 0);
  const call = await add('Call back', first, dayOf(filling, 2));
  const send = await add('Send the offer', first, dayOf(filling, 3));
  const ask = await add('Ask about the second site', second, null);
  const drop = await add('Dropped', second, dayOf(filling, 5));
  const redo = await add('Prepare the demo', second, dayOf(filling, 6));
  const final = { title: 'Send the final offer', dueOn: dayOf(filling, 4), dueTime: null };
  await api.tasks.change({ id: send, ...final });
  await api.tasks.snooze({ ids: [call], until: dayOf(filling, 30) });
  await api.tasks.setDone({ ids: [ask, redo], done: true });
  await api.tasks.setDone({ ids: [redo], done: false });
  await api.tasks.remove({ ids: [drop] });
}

/** Adds entries to the contact log. Contacts must be unlocked, because an entry can be about a contact. */
export async function logContacts(filling: Filling): Promise<void> {
  const { api, companies } = filling;
  const first = at(companies, 0);
  const { people } = await api.companies.people({ id: first });
  const { personId } = at(people, 1);
  const happenedOn = dayOf(filling, -1);
  await api.contactLog.add({
    companyIds: [first],
    happenedOn,
    channel: 'call',
    line: 'Left a message',
    personId,
  });
  await api.contactLog.add({
    companyIds: companies.slice(0, 2),
    happenedOn,
    channel: 'email',
    line: 'Sent the deck',
  });
  for (const channel of ['linkedin', 'meeting', 'message', 'other'] as const)
    await api.contactLog.add({ companyIds: [at(companies, 2)], happenedOn, channel, line: `By ${channel}` });
  const { entries } = await api.contactLog.of({ companyId: at(companies, 2), offset: 0, limit: 10 });
  const [newest, next] = [at(entries, 0), at(entries, 1)];
  await api.contactLog.change({ id: newest.id, happenedOn, channel: 'other', line: 'At the airport' });
  await api.contactLog.remove({ ids: [next.id] });
  for (const kind of ['website', 'linkedin'] as const) {
    await api.links.copy({ companyId: first, field: { kind } });
    await api.links.open({ companyId: first, link: { kind } });
  }
  await api.links.copy({ companyId: first, field: { kind: 'email', personId } });
  await api.links.copy({ companyId: first, field: { kind: 'person-linkedin', personId } });
  await api.links.copiedMessage({ companyId: first, personId });
}

export async function writeTemplates({ api }: Filling): Promise<void> {
  const { id } = await api.templates.create({
    name: 'First mail',
    subject: 'Hello',
    body: 'Dear {firstName},',
  });
  await api.templates.change({
    id,
    name: 'First mail',
    subject: 'Congratulations',
    body: 'Dear {firstName},\n\nwell done.',
  });
  const gone = await api.templates.create({ name: 'Unused', subject: '', body: '-' });
  await api.templates.remove({ id: gone.id });
}

export async function saveSearchesAndViews({ api }: Filling): Promise<void> {
  const query = {
    limit: 10,
    countries: [],
    industries: [],
    technologies: [],
    investors: [],
    companySizes: [],
    tags: [],
    validatedContacts: false,
    hasOpenRoles: false,
    hiringDepartments: [],
    hiringSeniority: [],
  };
  const recent = {
    list: 'fundings' as const,
    dates: { kind: 'last' as const, days: 7 },
    query: { ...query, stages: [] },
  };
  const between = { kind: 'between' as const, start: '2026-10-01', end: '2026-10-31' };
  const { id } = await api.savedSearches.create({ name: 'Latest rounds', search: recent });
  const seed = await api.savedSearches.create({
    name: 'Seed in October',
    search: { ...recent, dates: between, query: { ...query, stages: ['Seed'] } },
  });
  const firms = await api.savedSearches.create({
    name: 'US companies',
    search: { list: 'companies', dates: between, query: { ...query, stages: [], countries: ['US'] } },
  });
  const gone = await api.savedSearches.create({
    name: 'Gone',
    search: { ...recent, dates: { kind: 'last', days: 3 } },
  });
  await api.savedSearches.rename({ id: seed.id, name: 'Seed rounds in October' });
  await api.savedSearches.replace({
    id: seed.id,
    search: { ...recent, dates: between, query: { ...query, stages: ['Seed', 'Pre-Seed'] } },
  });
  await api.savedSearches.move({ id: firms.id, by: -1 });
  await api.savedSearches.remove({ id: gone.id });
  await api.savedSearches.markSeen({ id });
  const filters = { countries: ['us'], stages: [], industries: [], tags: [], people: true };
  const all = {
    lists: [],
    statuses: ['none' as const, 'contacted' as const],
    ownTags: [],
    triage: ['todo' as const],
    windows: ['open' as const],
  };
  const question = {
    text: 'data',
    filters: { ...filters, ...all, freshness: ['week' as const], hiring: null, note: null },
    sort: 'announced' as const,
  };
  const view = await api.savedFilters.create({ name: 'US with contacts', question });
  const extra = await api.savedFilters.create({
    name: 'Extra',
    question: { ...question, text: 'x', sort: 'relevance' },
  });
  await api.savedFilters.rename({ id: view.id, name: 'Open in the US' });
  await api.savedFilters.replace({ id: view.id, question: { ...question, text: '', sort: 'amount' } });
  await api.savedFilters.remove({ id: extra.id });
}

export async function describeMarket({ api }: Filling): Promise<void> {
  await api.market.skip({});
  const market = {
    countries: ['US', 'DE'],
    stages: ['Seed', 'Series A', 'Series B'],
    industries: ['Data & Analytics'],
    technologies: ['Kafka'],
    minAmount: '1M',
    maxAmount: '80M',
    currency: 'USD',
    hiring: true,
  };
  await api.market.set({ market, saveAs: 'My market' });
  await api.market.clear({});
  await api.market.set({ market, saveAs: null });
  await api.market.setWeights({
    weights: { stage: 30, size: 10, country: 20, industry: 30, tech: 5, hiring: 5 },
  });
}

/** Sets the plan rules. Only one rule spends records: it fetches the contacts of a list. */
export async function setPlanRules({ api }: Filling): Promise<void> {
  const { watchlists } = await api.watchlists.list({});
  const [first, second] = [at(watchlists, 0).id, at(watchlists, 1).id];
  await api.plan.setRules({
    rules: {
      lists: [
        { listId: first, weight: 1, prefetch: false, reveals: true },
        { listId: second, weight: 4, prefetch: true, reveals: false },
      ],
      fitFloor: 60,
      prefetchRecords: 10,
      catchUpRecords: 0,
      overlapDays: 2,
    },
  });
}
