import { describe, expect, it } from 'vitest';
import { planItemSchema, type PlanItem, type PlanSkip } from '../../../../shared/model/plan.ts';
import type { CompanyRow } from '../../../../shared/model/company.ts';
import { FREE } from '../../../../shared/add-costs.ts';
import { dayPlan, gapText } from '../../../../renderer/features/today/strings.ts';
import { contactWindowText } from '../../../../renderer/ui/text/contact-window-text.ts';
import type { DueFollowUp } from '../../../../shared/model/settings/follow-ups.ts';
import type { SignalRow } from '../../../../shared/model/signal.ts';
import type { Task } from '../../../../shared/model/user-data.ts';
import { sectionOf } from '../../../../shared/today-sections.ts';
import { allowedPrice } from '../../fixture/quota.ts';
import {
  costText,
  matchesText,
  planGroups,
  planReasonText,
  planRequestText,
  proposalKey,
  savingText,
  skipDetail,
  skipGroups,
  skipLine,
  skipTitle,
  worthText,
} from '../../../../renderer/features/today/day-plan-text.ts';
import {
  companiesClosing,
  companiesFound,
  companiesWithNews,
  countFits,
  orderText,
  otherUnseenTexts,
  sortedByFit,
  todayLines,
  windowCellText,
  windowLabel,
  withFitIn,
  type TodayCompany,
  type TodayLine,
} from '../../../../renderer/features/today/today-lines.ts';

const NOW = Date.UTC(2026, 4, 14, 9);
const DAY = 86_400_000;
const rowOf = (companyId: string): CompanyRow => ({
  companyId,
  name: companyId.toUpperCase(),
  countryCode: null,
  countryName: null,
  industry: null,
  stage: null,
  amount: null,
  announcedOn: null,
  window: { state: 'open', closesAtMs: NOW + DAY },
  stamp: { source: 'fundings', fetchedAtMs: NOW },
});
const company = (id: string, newsAtMs: number | null = null): TodayCompany => ({
  row: rowOf(id),
  newsAtMs,
  isReceived: false,
});
const task: Task = {
  id: '1',
  companyId: 'c',
  companyName: 'C',
  title: 'Call',
  dueOn: null,
  dueTime: null,
  snoozedUntil: null,
  createdAtMs: 0,
  doneAtMs: null,
  followUp: null,
};
const followUp: DueFollowUp = {
  entryId: '1',
  companyId: 'followed',
  companyName: 'B',
  taskIds: ['7'],
  dueOn: '2026-05-14',
  number: 1,
  total: 2,
  contacted: { happenedOn: '2026-05-11', channel: 'email', line: 'First message' },
};
const item = (kind: PlanItem['kind'], id: string, records: number): PlanItem =>
  planItemSchema.parse({
    key: `${kind}/${id}`,
    kind,
    companyId: id,
    companyName: id,
    searchId: null,
    searchName: null,
    lane: 'watchlist',
    certainty: kind === 'profile' ? 'exact' : 'about',
    value: 1,
    saves: null,
    cost: { requests: 1, records, pageTurns: 0, companies: 1 },
    why: kind === 'profile' ? { why: 'listed' } : { why: 'window', closesAtMs: NOW + 3 * DAY },
  });

describe('the lines of Today', () => {
  const ALL_LOADED = { followUps: 0, ready: 0, news: 0, caughtUp: 0, closing: 0, contacted: 0, tasks: 0 };
  const kindsOf = (lines: ReturnType<typeof todayLines>): string[] =>
    lines.map((line) => (line.kind === 'heading' ? `${line.section} ${line.count}` : line.kind));

  it('list news, closing windows and tasks under headings, each company once', () => {
    const lines = todayLines({
      followUps: [followUp],
      ready: [company('e')],
      news: [company('a', 1), company('b', 2), company('e', 3)],
      caughtUp: [company('b', 1), company('d', 1)],
      closing: [company('b'), company('d'), company('c')],
      contacted: [],
      tasks: [task],
      unloaded: ALL_LOADED,
    });
    expect(kindsOf(lines)).toEqual([
      ...['followUps 1', 'follow-up', 'ready 1', 'company'],
      ...['news 2', 'company', 'company', 'caughtUp 1', 'company', 'closing 1', 'company'],
      ...['tasks 1', 'task'],
    ]);
    const indexes = lines.flatMap((line) => (line.kind === 'company' ? [line.index] : []));
    expect(indexes).toEqual([0, 1, 2, 3, 4]);
  });

  it('list a company that was contacted today only as such, even if it has news', () => {
    const lines = todayLines({
      followUps: [],
      ready: [company('a')],
      news: [company('b', 1), company('c', 2)],
      caughtUp: [],
      closing: [company('d')],
      contacted: [company('b')],
      tasks: [task],
      unloaded: ALL_LOADED,
    });
    expect(kindsOf(lines)).toEqual([
      ...['ready 1', 'company', 'news 1', 'company', 'closing 1', 'company'],
      ...['contacted 1', 'company', 'tasks 1', 'task'],
    ]);
  });

  it('list a company with a due follow-up only there, and under its tasks', () => {
    const lines = todayLines({
      followUps: [{ ...followUp, companyId: 'b' }],
      ready: [],
      news: [company('a', 1), company('b', 2)],
      caughtUp: [company('b', 1)],
      closing: [company('b')],
      contacted: [],
      tasks: [{ ...task, companyId: 'b' }],
      unloaded: ALL_LOADED,
    });
    expect(kindsOf(lines)).toEqual(['followUps 1', 'follow-up', 'news 1', 'company', 'tasks 1', 'task']);
    expect(lines.flatMap((line) => (line.kind === 'company' ? [line.company.row.companyId] : []))).toEqual([
      'a',
    ]);
  });

  const withFit = (id: string, fit?: number): TodayCompany => {
    const { row, ...rest } = company(id, 1);
    return { ...rest, row: fit === undefined ? row : { ...row, fit } };
  };

  it('list the best fit first, and keep the order of companies with the same fit', () => {
    const sorted = sortedByFit([withFit('a'), withFit('b', 0), withFit('c', 88), withFit('d', 88)]);
    expect(sorted.map(({ row }) => row.companyId)).toEqual(['c', 'd', 'b', 'a']);
  });

  it('list the contact window that closes first before others with the same fit, and closed ones last', () => {
    const closing = (id: string, days: number, fit?: number): TodayCompany => {
      const { row, ...rest } = withFit(id, fit);
      const closesAtMs = NOW + days * DAY;
      return { ...rest, row: { ...row, window: { state: days > 0 ? 'open' : 'closed', closesAtMs } } };
    };
    const sorted = sortedByFit([
      closing('late', 20, 88),
      closing('closed', -1, 88),
      closing('soon', 4, 88),
      closing('best', 29, 90),
      closing('unknown-late', 9),
      closing('unknown-soon', 3),
    ]);
    expect(sorted.map(({ row }) => row.companyId)).toEqual([
      ...['best', 'soon', 'late', 'closed'],
      ...['unknown-late', 'unknown-soon'],
    ]);
  });

  it('list only companies with the chosen fit, and all tasks', () => {
    const lists = {
      followUps: [followUp],
      ready: [withFit('f', 90), withFit('g', 10)],
      news: [withFit('a', 88), withFit('b', 40)],
      caughtUp: [withFit('c', 70)],
      closing: [withFit('d', 69), withFit('e')],
      contacted: [],
      tasks: [task],
      unloaded: { followUps: 0, ready: 0, news: 3, caughtUp: 2, closing: 1, contacted: 0, tasks: 4 },
    };
    const idsIn = (range: Parameters<typeof withFitIn>[1]): string[] =>
      todayLines(withFitIn(lists, range)).flatMap((line) =>
        line.kind === 'company' ? [line.company.row.companyId] : [],
      );
    expect([idsIn('high'), idsIn('medium'), idsIn('low'), idsIn('none')]).toEqual([
      ['f', 'a', 'c'],
      ['b', 'd'],
      ['g'],
      ['e'],
    ]);
    // The filter by fit does not apply to tasks, so their count still includes the tasks that were not
    // loaded.
    expect(kindsOf(todayLines(withFitIn(lists, 'high')))).toEqual([
      ...['followUps 1', 'follow-up', 'ready 1', 'company'],
      ...['news 1', 'company', 'caughtUp 1', 'company', 'tasks 5', 'task'],
    ]);
    expect(countFits([...lists.news, ...lists.caughtUp, ...lists.closing])).toEqual({
      high: 2,
      medium: 2,
      low: 0,
      none: 1,
    });
  });

  it('name the order of each section, and a best fit only if there is a fit', () => {
    const orders = (sort: 'fit' | 'time', hasFits: boolean) =>
      (['followUps', 'ready', 'news', 'caughtUp', 'closing', 'tasks'] as const).map((section) =>
        orderText(section, sort, hasFits),
      );
    const overdue = 'most overdue first';
    const fit = 'best fit first, then soonest to close';
    const others = ['soonest first', 'earliest first'];
    expect(orders('fit', true)).toEqual([overdue, fit, fit, fit, ...others]);
    expect(orders('time', true)).toEqual([overdue, fit, 'newest first', fit, ...others]);
    // Without a market, the companies to write to are sorted by their contact windows.
    expect(orders('fit', false)).toEqual([overdue, 'soonest first', 'newest first', null, ...others]);
  });

  it('show fetched contacts instead of the days until their window closes', () => {
    const [a, b, c, d, e] = companiesClosing({
      rows: ['a', 'b', 'c', 'd', 'e'].map(rowOf),
      fetched: [
        { companyId: 'b', fetchedAtMs: 7, isEmpty: false, isContacted: false },
        { companyId: 'c', fetchedAtMs: 7, isEmpty: true, isContacted: false },
        { companyId: 'd', fetchedAtMs: 7, isEmpty: false, isContacted: true },
        { companyId: 'e', fetchedAtMs: 7, isEmpty: true, isContacted: true },
      ],
      news: [{ companyId: 'c', atMs: 5 }],
    });
    if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined)
      throw new Error('too few companies');
    expect([a, b, c].map(({ newsAtMs }) => newsAtMs)).toEqual([null, null, 5]);
    expect([a, b].map(({ contactsAtMs }) => contactsAtMs)).toEqual([undefined, 7]);
    // A company to which the user has written is in the section `contacted`, not in `ready`.
    expect([a, b, c, d, e].map(sectionOf)).toEqual(['closing', 'ready', 'closing', 'contacted', 'contacted']);
    const textOf = (each: typeof a, contacts?: 'fetched' | 'none') =>
      windowCellText(each, contactWindowText({ ...each.row.window, ...(contacts && { contacts }) }, NOW));
    expect(
      [textOf(a), textOf(b, 'fetched'), textOf(c, 'none'), textOf(d, 'fetched'), textOf(e, 'none')].map(
        ({ text }) => text,
      ),
    ).toEqual(['<1 d left', 'ready', 'no contacts', 'contacted', 'contacted']);
    const labelOf = (each: typeof a, contacts?: 'fetched' | 'none') =>
      windowLabel(each, contactWindowText({ ...each.row.window, ...(contacts && { contacts }) }, NOW));
    expect([labelOf(a), labelOf(b, 'fetched'), labelOf(c, 'none'), labelOf(d, 'fetched')]).toEqual([
      'contact window:',
      'contacts:',
      null,
      null,
    ]);
    expect(textOf(b, 'fetched')).toMatchObject({
      tone: 'plain',
      title: expect.stringMatching(
        /^Write to a contact, then log the message or mark the company as done\. Contacts fetched\./,
      ),
    });
  });

  it('say where unseen signals are that the section for signals does not list', () => {
    const lineOf = (id: string, index: number): TodayLine => ({
      kind: 'company',
      company: company(id),
      index,
    });
    const lines: TodayLine[] = [
      { kind: 'heading', section: 'ready', count: 2 },
      lineOf('a', 0),
      lineOf('b', 1),
      { kind: 'heading', section: 'news', count: 2 },
      lineOf('c', 2),
      lineOf('d', 3),
    ];
    expect(otherUnseenTexts(['c', 'd'], lines)).toEqual([]);
    expect(otherUnseenTexts(['a', 'b', 'c', 'd'], lines)).toEqual(['2 more under “Ready to write to”']);
    expect(otherUnseenTexts(['c', 'c', 'c', null, 'gone'], lines)).toEqual([
      '2 more from companies listed here',
      '1 more without a company',
      '1 more from a company you’ve handled',
    ]);
  });

  it('are empty on a day without any entry', () => {
    const nothing = {
      followUps: [],
      ready: [],
      news: [],
      caughtUp: [],
      closing: [],
      contacted: [],
      tasks: [],
      unloaded: ALL_LOADED,
    };
    expect(todayLines(nothing)).toEqual([]);
  });

  it('count the listed entries and those beyond the first page', () => {
    const lines = todayLines({
      followUps: [followUp],
      ready: [],
      news: [company('a', 1)],
      caughtUp: [],
      closing: [company('a'), company('b')],
      contacted: [],
      tasks: [task],
      unloaded: { followUps: 2, ready: 0, news: 3, caughtUp: 0, closing: 2, contacted: 0, tasks: 4 },
    });
    expect(kindsOf(lines)).toEqual([
      ...['followUps 3', 'follow-up', 'news 4', 'company', 'closing 3', 'company', 'tasks 5', 'task'],
    ]);
  });

  it('list a company with several events once, and skip events without a company', () => {
    const signal = (id: string | null, atMs: number) =>
      ({ company: id === null ? null : rowOf(id), atMs, sources: ['search'] }) as unknown as SignalRow;
    const news = companiesWithNews([signal('a', 3), signal(null, 2), signal('a', 1), signal('b', 1)]);
    expect(news.map(({ row, newsAtMs }) => [row.companyId, newsAtMs])).toEqual([
      ['a', 3],
      ['b', 1],
    ]);
  });
});

describe('the text of the plan', () => {
  it('groups calls by kind, with the first names and one price', () => {
    const items = [
      ...['a', 'b', 'c', 'd'].map((id) => item('contacts', id, 4)),
      ...['a', 'b'].map((id) => item('profile', id, 1)),
    ];
    expect(planGroups(items, NOW).map(({ kind, about, price }) => [kind, about, price])).toEqual([
      ['contacts', 'a, b, c and 1 more', 'about 16 records'],
      ['profile', 'a, b', '2 records'],
    ]);
  });

  it('shows the expected records beside the maximum if they differ', () => {
    const search = { ...item('search', 's', 25), certainty: 'up-to', expected: 7 } as const;
    expect(planGroups([search], NOW).map(({ price }) => price)).toEqual(['about 7, at most 25 records']);
    const unknown = { ...item('search', 's', 25), certainty: 'up-to' } as const;
    expect(planGroups([unknown], NOW).map(({ price }) => price)).toEqual(['up to 25 records']);
  });

  it('has a key that changes with its requests and their price', () => {
    const one = item('profile', 'a', 1);
    const dearer = allowedPrice(item('profile', 'a', 2).cost, 'exact');
    const preview = allowedPrice(one.cost, 'exact');
    const key = proposalKey({ items: [one], preview });
    expect(proposalKey({ items: [{ ...one }], preview: { ...preview } })).toBe(key);
    expect(proposalKey({ items: [item('profile', 'b', 1)], preview })).not.toBe(key);
    expect(proposalKey({ items: [one], preview: dearer })).not.toBe(key);
    expect([proposalKey(null), proposalKey({ items: [], preview: null })]).toEqual([null, null]);
  });

  it('describes each reason in a few words', () => {
    expect(planReasonText({ why: 'window', closesAtMs: NOW + 3 * DAY }, NOW)).toBe(
      'contact window closes in about 3 days',
    );
    expect(planReasonText({ why: 'gap', sinceMs: NOW - 2 * DAY }, NOW)).toBe('rounds since 12 May');
    expect(planReasonText({ why: 'gap', sinceMs: NOW - 2 * DAY, fetched: 25 }, NOW)).toBe(
      'more rounds since 12 May, after the first 25',
    );
    expect(planReasonText({ why: 'profile-first' }, NOW)).toBe(
      'to see whether anyone matches your buyer roles',
    );
    expect(planReasonText({ why: 'more-matches', days: 3 }, NOW)).toBe(
      'some matches from 3 days haven’t been fetched yet',
    );
    expect(planReasonText({ why: 'more-rounds', rounds: 4 }, NOW)).toBe(
      'the investors of some of its 4 rounds haven’t been fetched yet',
    );
    expect(skipDetail({ why: 'no-match', stored: 9, unknown: 0 }, NOW)).toBe('0 of 9 match');
    expect(skipDetail({ why: 'no-match', stored: 9, unknown: 1 }, NOW)).toBe(
      '0 of 9 match, 1 title not recognised',
    );
    expect(skipDetail({ why: 'no-match', stored: 0, unknown: 0 }, NOW)).toBe('no titles known');
    expect(skipDetail({ why: 'people-locked' }, NOW)).toBeNull();
    expect(skipDetail({ why: 'people-locked', hidesMatches: true }, NOW)).toBe(
      'unlock contacts to see who matches',
    );
    expect(skipDetail({ why: 'done' }, NOW)).toBeNull();
    expect(skipDetail({ why: 'later', untilMs: null }, NOW)).toBeNull();
    expect(skipDetail({ why: 'snoozed', untilMs: NOW + 20 * DAY }, NOW)).toBe('until Wed 3 Jun');
    expect(skipDetail({ why: 'fresh', fetchedAtMs: NOW - 8 * DAY }, NOW)).toBe(
      'fetched 8 d ago, due again after the company’s next round',
    );
    expect(skipDetail({ why: 'below-fit', fit: 58, floor: 60 }, NOW)).toBe('fit 58, minimum 60');
    expect(skipDetail({ why: 'too-large', share: 12 }, NOW)).toBe('maximum 12 records a day');
    expect(costText({ requests: 1, records: 0, pageTurns: 0, companies: 0 }, 'exact')).toBe('1 request');
  });

  it('shows the number of matching contacts beside the price, and nothing if it is unknown', () => {
    expect(matchesText(undefined)).toBeNull();
    expect(matchesText({ strong: 2, weak: 1, stored: 9 })).toBe('2 of 9 match');
    expect(matchesText({ strong: 1, weak: 0, stored: 9 })).toBe('1 of 9 matches');
    expect(matchesText({ strong: 0, weak: 2, stored: 9 })).toBe('2 of 9 are weak matches');
    expect(matchesText({ strong: 0, weak: 0, stored: 4 })).toBe('0 of 4 match');
  });

  it('calls no estimate a maximum', () => {
    expect(dayPlan.dialog.about).toContain(
      'Where the service sets no maximum, the price is an estimate, such as “about 10 records”.',
    );
    expect(costText({ ...FREE, records: 25 }, 'about', 7)).toBe('about 25 records');
    const [contacts, profile] = [item('contacts', 'a', 5), item('profile', 'a', 1)];
    expect([contacts, profile].map(({ cost, certainty }) => costText(cost, certainty))).toEqual([
      'about 5 records',
      '1 record',
    ]);
  });

  it('shows how many records a request saves', () => {
    const profile = item('profile', 'a', 1);
    const savingOf = (saves: PlanItem['saves']) => {
      const saving = savingText({ ...profile, saves });
      return saving?.text ?? saving?.title ?? null;
    };
    expect([
      savingOf({ how: 'profile', requests: 1, records: 15 }),
      savingOf({ how: 'kept-days', requests: 0, records: 12 }),
      savingOf({ how: 'profile', requests: 1, records: 0 }),
      savingOf(null),
    ]).toEqual([
      'The profile contains the highlights and the tech stack. Separate requests for them would cost about 16 records.',
      '12 matches already in your library',
      null,
      null,
    ]);
  });

  it('names the priority of a request instead of a number without a scale', () => {
    const listed = { why: 'listed' } as const;
    const worthOf = (value: number): string => worthText({ value, why: listed }, NOW);
    expect([160, 20, 19.9, 5, 4.99, 0].map(worthOf)).toEqual([
      ...['High', 'High', 'Medium', 'Medium', 'Low', 'Low'],
    ]);
  });

  it('names no high priority and no deadline as the reason while a contact window stays open long', () => {
    const closing = (days: number) => ({ why: 'window', closesAtMs: NOW + days * DAY }) as const;
    expect([10, 25].map((days) => worthText({ value: 20, why: closing(days) }, NOW))).toEqual([
      'High',
      'Medium',
    ]);
    expect([10, 25].map((days) => planReasonText(closing(days), NOW))).toEqual([
      'contact window closes in about 10 days',
      'on your lists; contact window closes in about 25 days',
    ]);
  });

  it('groups skipped requests by reason, with the number of all of them', () => {
    const skipOf = (companyName: string, why: PlanSkip['why']): PlanSkip => ({
      key: `profile/${companyName}`,
      kind: 'profile',
      companyId: 'a',
      companyName,
      searchId: null,
      searchName: null,
      why,
    });
    const [ada, evil] = [
      skipOf('Ada', { why: 'done' }),
      skipOf('Evil\u202e\u0007 Corp', { why: 'by-webhook' }),
    ];
    const skipReasons = [
      { why: 'done', count: 30 },
      { why: 'by-webhook', count: 1 },
    ] as const;
    expect(skipGroups({ skips: [ada, evil], skipReasons: [...skipReasons] })).toEqual([
      { why: 'done', count: 30, skips: [ada] },
      { why: 'by-webhook', count: 1, skips: [evil] },
    ]);
    expect(skipLine([...skipReasons])).toBe('30 marked as done · 1 already received with a signal');
    expect(
      skipLine([
        { why: 'ours', count: 1 },
        { why: 'snoozed', count: 1 },
      ]),
    ).toBe('1 already yours · 1 snoozed');
    expect(skipTitle('by-webhook')).toBe('Already received with a signal');
    expect(skipTitle('no-match')).toBe('No one matches your buyer roles');
    expect(skipTitle('snoozed')).toBe('Snoozed companies');
    for (const hostile of ['\u202e', '\u0007']) expect(planRequestText(evil)).not.toContain(hostile);
  });
});

describe('days that a catch-up could not cover', () => {
  it('are named with the number of missing rounds and the reason', () => {
    const text = gapText.uncovered('3 Jun to 3 Jul', 812, 500);
    expect(text).toContain('3 Jun to 3 Jul: 812 rounds match, but the service returns');
    expect(text).toContain('at most 500 per search, so 312 rounds are missing.');
    expect(gapText.uncovered('3 Jun', null, 500)).toContain('more than 500 rounds match, but');
  });
});

it('a company that a catch-up found is news since it was found, not since it was last fetched', () => {
  const [found] = companiesFound({ rows: [rowOf('b')], news: [{ companyId: 'b', atMs: NOW - DAY }] });
  expect(found?.newsAtMs).toBe(NOW - DAY);
});
