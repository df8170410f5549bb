import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { all, type WriteDb } from '../../../electron/core/database/sql.ts';
import { companyView } from '../../../electron/core/library/company-view.ts';
import { panelsView } from '../../../electron/core/library/panels-view.ts';
import { storePanelRefused } from '../../../electron/core/library/store-panels.ts';
import { storeDetail } from '../../../electron/core/library/store-responses.ts';
import { panelsSchema } from '../../../shared/model/company.ts';
import {
  allRounds,
  article,
  company,
  detail,
  event,
  fundingsQuery,
  highlight,
  highlights,
  memoryCache,
  memoryYours,
  news,
  loadContactKey,
  page,
  round,
  row,
  techStack,
  technology,
} from '../../support/app/library-fixtures.ts';
import {
  storeEvent,
  storeHighlights,
  storeNews,
  storePage,
  storeRounds,
  storeTechStack,
} from '../../support/app/store-without-key.ts';

const DAY = 86_400_000;
const T0 = Date.UTC(2026, 5, 10, 8);
const yours = memoryYours();
const panels = (db: WriteDb) => panelsSchema.parse(panelsView(db, 'c1'));
const profile = (db: WriteDb, fields: Parameters<typeof detail>[1], atMs: number) =>
  storeDetail(db, loadContactKey(), detail(company('c1'), fields), atMs);
const listed = (db: WriteDb, atMs: number) =>
  storePage(db, {
    endpoint: 'fundings',
    query: fundingsQuery(),
    page: page([row(company('c1'), round('r1'))]),
    fetchedAtMs: atMs,
  });

describe('tech stack', () => {
  const summary = (db: WriteDb) => profile(db, { technologies: [technology('React', ['UI'])] }, T0 + 5);
  const full = (db: WriteDb) =>
    storeTechStack(
      db,
      techStack([
        technology('Svelte', ['UI', 'Build'], 'A compiler'),
        technology('React', ['UI']),
        technology('Go'),
      ]),
      T0,
    );

  it.each([
    ['before', [full, summary]],
    ['after', [summary, full]],
  ])('replaces the summary of a profile that arrives %s it', (_order, answers) => {
    const db = memoryCache();
    for (const answer of answers) answer(db);
    expect(panels(db).tech).toEqual({
      state: 'fetched',
      stamp: { source: 'tech-stack', fetchedAtMs: T0 },
      refusedAtMs: null,
      askAgainAtMs: null,
      total: 3,
      technologies: [
        { name: 'Svelte', description: 'A compiler', category: 'UI' },
        { name: 'React', description: null, category: 'UI' },
        { name: 'Go', description: null, category: null },
      ],
      domain: null,
      otherCategories: [],
      storedOtherCategories: 0,
    });
  });

  it('replaces an older one, whichever arrives first', () => {
    for (const order of [
      [T0, T0 + 1],
      [T0 + 1, T0],
    ]) {
      const db = memoryCache();
      for (const atMs of order) storeTechStack(db, techStack([technology(`At${atMs - T0}`)]), atMs);
      expect(panels(db).tech.technologies).toMatchObject([{ name: 'At1', description: null }]);
    }
  });

  it('is a summary if only the profile was fetched', () => {
    const db = memoryCache();
    expect(panels(db).tech).toMatchObject({ state: 'never-fetched', stamp: null, total: 0 });
    summary(db);
    expect(panels(db).tech).toMatchObject({ state: 'summary', stamp: { source: 'company' }, total: 1 });
  });

  it('has the newest description of each technology', () => {
    const db = memoryCache();
    storeTechStack(db, techStack([technology('Go', [], 'newer')]), T0 + 1);
    storeTechStack(db, { ...techStack([technology('Go', [], 'older')]), companyId: 'c2' }, T0);
    expect(panels(db).tech.technologies).toMatchObject([{ name: 'Go', description: 'newer' }]);
  });

  it('stays within the contract, largest categories first', () => {
    const db = memoryCache();
    const many = Array.from({ length: 600 }, (_, index) =>
      technology(`T${index} ${'x'.repeat(300)}`, [`Category ${index % 60}`.repeat(20)], 'y'.repeat(3_000)),
    );
    storeTechStack(db, techStack([...many, technology('extra', [`Category 7`.repeat(20)])]), T0);
    const { tech } = panels(db);
    expect(tech.total).toBe(601);
    expect(tech.technologies).toHaveLength(50);
    expect(new Set(tech.technologies.slice(0, 11).map(({ category }) => category)).size).toBe(1);
    expect(tech.technologies[0]?.category).toContain('Category 7');
  });
});

describe('highlights', () => {
  const [won, grew] = [highlight('h1', 'Won', { createdAtMs: T0 }), highlight('h2', 'Grew')];

  it('keep the time that only their own endpoint returns, by id and by text', () => {
    const db = memoryCache();
    storeHighlights(db, highlights([won, { ...grew, createdAtMs: T0 - DAY }]), T0);
    profile(db, { highlights: [highlight(null, 'Grew'), highlight('h1', 'Won a prize')] }, T0 + 1);
    expect(panels(db).highlights).toMatchObject({
      state: 'fetched',
      stamp: { source: 'company', fetchedAtMs: T0 + 1 },
      highlights: [
        { highlightId: 'h2', text: 'Grew', createdAtMs: T0 - DAY },
        { highlightId: 'h1', text: 'Won a prize', createdAtMs: T0 },
      ],
    });
  });

  it('known by their text get an id and are not duplicated', () => {
    const db = memoryCache();
    profile(db, { highlights: [highlight(null, 'Won'), highlight(null, 'Old')] }, T0);
    storeHighlights(db, highlights([won]), T0 + 1);
    expect(panels(db).highlights.highlights).toMatchObject([{ highlightId: 'h1', createdAtMs: T0 }]);
    expect(all(db, 'SELECT highlight_key FROM highlight')).toHaveLength(2);
  });

  it('returned twice in one response appear once, at their first position', () => {
    const db = memoryCache();
    storeHighlights(db, highlights([won, grew, { ...won, text: 'Won again' }]), T0);
    expect(panels(db).highlights).toMatchObject({ total: 2, highlights: [{ text: 'Won again' }, {}] });
  });

  it('are the same in any order of arrival', () => {
    const answer = fc.record({
      own: fc.boolean(),
      ids: fc.subarray(['h1', 'h2', 'h3'], { minLength: 1 }),
      named: fc.boolean(),
    });
    const store = (db: WriteDb, { own, ids, named, atMs }: { atMs: number } & Record<string, unknown>) => {
      const highlightsInResponse = (ids as string[]).map((id) =>
        highlight(own === true || named === true ? id : null, `Text ${id}`, {
          createdAtMs: own === true ? T0 + Number(id[1]) : null,
        }),
      );
      if (own === true) storeHighlights(db, highlights(highlightsInResponse), atMs);
      else profile(db, { highlights: highlightsInResponse }, atMs);
    };
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1, maxLength: 5 }), fc.nat(), (answers, rotation) => {
        const timed = answers.map((each, index) => ({ ...each, atMs: T0 + index }));
        const [inOrder, mixed] = [memoryCache(), memoryCache()];
        for (const each of timed) store(inOrder, each);
        const at = rotation % timed.length;
        const turned = [...timed.slice(at), ...timed.slice(0, at)].reverse();
        for (const each of [...turned, ...turned]) store(mixed, each);
        expect(panels(mixed)).toEqual(panels(inOrder));
      }),
      { numRuns: 30 },
    );
  });
});

describe('news', () => {
  it('is sorted newest first, and refers to a round only if that is stored', () => {
    const db = memoryCache();
    listed(db, T0);
    const articles = [
      article('a1', { createdAtMs: T0 - DAY, roundId: 'r1', url: 'https://news.example.com/1' }),
      article('a2', { roundId: 'unknown' }),
      article('a3', { createdAtMs: T0 }),
    ];
    storeNews(db, news(articles), T0 + 1);
    expect(panels(db).news).toMatchObject({
      state: 'fetched',
      total: 3,
      articles: [
        { articleId: 'a3', roundId: null },
        { articleId: 'a1', roundId: 'r1' },
        { articleId: 'a2', roundId: null },
      ],
    });
  });

  it('is not deleted if a later response omits it, and keeps fields that it omits', () => {
    for (const newestFirst of [false, true]) {
      const db = memoryCache();
      const older = () =>
        storeNews(db, news([article('a1', { url: 'https://a.example.com' }), article('a2')]), T0);
      if (!newestFirst) older();
      storeNews(db, news([article('a1', { title: 'New' })]), T0 + 1);
      if (newestFirst) older();
      expect(panels(db).news.articles).toMatchObject([{ title: 'New', url: 'https://a.example.com' }]);
      expect(all(db, 'SELECT 1 FROM news_article')).toHaveLength(2);
    }
  });
});

describe('raw rows', () => {
  it('are stored without undocumented fields', () => {
    const db = memoryCache();
    const raw = { id: 1, author: 'Jane', founders: ['Jane'], contact: { name: 'Jane' }, eMail: 'jane@x.com' };
    storeTechStack(db, { ...techStack([]), raw }, T0);
    storeHighlights(db, { ...highlights([]), raw: [raw] }, T0);
    storeNews(db, { ...news([]), raw: [raw] }, T0);
    storeRounds(db, { ...allRounds([]), rounds: [{ round: round('r1'), raw }] }, T0);
    const rawRows = [
      ...all(db, "SELECT raw FROM company_source WHERE raw <> 'null'"),
      ...all(db, 'SELECT raw FROM round_source'),
    ];
    expect(rawRows.map(({ raw: stored }) => stored).toSorted()).toEqual([
      '[{"id":1}]',
      '[{"id":1}]',
      '{"id":1}',
      '{}',
    ]);
  });
});

describe('a 404', () => {
  it('is stored beside earlier data, and cleared by a later response', () => {
    const db = memoryCache();
    listed(db, T0);
    storePanelRefused(db, 'c1', 'tech-stack', T0 + 1);
    storePanelRefused(db, 'c1', 'highlights', T0 + 1);
    storePanelRefused(db, 'c1', 'news', T0 + 1);
    expect(panels(db)).toMatchObject({
      tech: { state: 'unavailable', refusedAtMs: T0 + 1 },
      highlights: { state: 'none', refusedAtMs: T0 + 1 },
      news: { state: 'none', refusedAtMs: T0 + 1 },
    });
    storeHighlights(db, highlights([highlight('h1', 'Won')]), T0 + 2);
    storePanelRefused(db, 'c1', 'highlights', T0 + 3);
    expect(panels(db).highlights).toMatchObject({ state: 'fetched', refusedAtMs: T0 + 3, total: 1 });
    storeHighlights(db, highlights([highlight('h1', 'Won')]), T0 + 4);
    expect(panels(db).highlights).toMatchObject({ state: 'fetched', refusedAtMs: null });
    storePanelRefused(db, 'c1', 'highlights', T0 + 3);
    expect(panels(db).highlights.refusedAtMs).toBeNull();
  });

  it('makes the tech stack wait for seven days and the highlights for three', () => {
    const db = memoryCache();
    listed(db, T0);
    for (const panel of ['tech-stack', 'highlights', 'news'] as const)
      storePanelRefused(db, 'c1', panel, T0 + 1);
    const waits = () => Object.values(panels(db)).map(({ askAgainAtMs }) => askAgainAtMs);
    expect(waits()).toEqual([T0 + 1 + 7 * DAY, T0 + 1 + 3 * DAY, null]);
    // If a second request finds nothing either, the waiting time starts again.
    storePanelRefused(db, 'c1', 'highlights', T0 + DAY);
    expect(waits()).toEqual([T0 + 1 + 7 * DAY, T0 + 4 * DAY, null]);
    storeTechStack(db, techStack([technology('Go')]), T0 + DAY);
    expect(waits()).toEqual([null, T0 + 4 * DAY, null]);
  });

  it('no longer makes a panel wait once a newer round or a webhook event arrived', () => {
    const db = memoryCache();
    listed(db, T0);
    storePanelRefused(db, 'c1', 'tech-stack', T0 + 1);
    const askAgainAtMs = () => panels(db).tech.askAgainAtMs;
    // The company's list row is stored again without a newer round, so the panel must still wait.
    listed(db, T0 + DAY);
    expect(askAgainAtMs()).toBe(T0 + 1 + 7 * DAY);
    const raised = round('r2', { announcedOn: '2026-06-12' });
    storePage(db, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      page: page([row(company('c1'), raised)]),
      fetchedAtMs: T0 + 3 * DAY,
    });
    expect(askAgainAtMs()).toBeNull();
    storePanelRefused(db, 'c1', 'tech-stack', T0 + 4 * DAY);
    expect(askAgainAtMs()).toBe(T0 + 11 * DAY);
    storeEvent(db, event(company('c1')), T0 + 5 * DAY, 'webhook');
    expect(askAgainAtMs()).toBeNull();
  });

  it('about an unknown company creates no company', () => {
    const db = memoryCache();
    storePanelRefused(db, 'c1', 'news', T0);
    expect(companyView(db, yours, 'c1', T0)).toBeNull();
    expect(panels(db).news.state).toBe('never-fetched');
  });
});
