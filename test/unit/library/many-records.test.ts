import { describe, expect, it } from 'vitest';
import { decodeContactList } from '../../../electron/core/service-api/decoders/contacts.ts';
import { decodeDetail } from '../../../electron/core/service-api/decoders/company-detail.ts';
import {
  decodeHighlightList,
  decodeNews,
  decodeRoles,
  decodeRounds,
  decodeTechStack,
} from '../../../electron/core/service-api/decoders/panels.ts';
import { decodeEvent } from '../../../electron/core/service-api/decoders/webhook-event.ts';
import { peopleOf } from '../../../electron/core/contacts/contact-view.ts';
import {
  companyView,
  industriesPage,
  investorsPage,
  roundsPage,
  tagsPage,
} from '../../../electron/core/library/company-view.ts';
import {
  articleRows,
  highlightRows,
  panelsView,
  techCategoryRows,
  technologyRows,
} from '../../../electron/core/library/panels-view.ts';
import { storeContacts, storeDetail } from '../../../electron/core/library/store-responses.ts';
import { companyViewSchema, panelsSchema, peopleSchema } from '../../../shared/model/company.ts';
import {
  article,
  company,
  contact,
  detail,
  event,
  highlight,
  memoryCache,
  memoryYours,
  loadContactKey,
  round,
  techStack,
  technology,
} from '../../support/app/library-fixtures.ts';
import {
  storeEvent,
  storeHighlights,
  storeNews,
  storeRounds,
  storeTechStack,
} from '../../support/app/store-without-key.ts';

/* Tests that every row that was paid for is stored and can be read, regardless of the number of rows. */

const T0 = Date.UTC(2026, 5, 10, 8);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
/** Returns a key that sorts like its number. */
const key = (index: number): string => String(index).padStart(3, '0');
const PAGES = [0, 50, 100];

describe('decoders', () => {
  it('keep every row of a list', () => {
    const rows = times(700, (index) => ({ id: `r${index}`, name: `n${index}`, highlight: 'h', title: 't' }));
    const body = { data: rows };
    expect(
      decodeRounds('c1', { data: rows.map((row) => ({ ...row, stage: 'Seed' })) })?.value.rounds,
    ).toHaveLength(700);
    expect(decodeHighlightList('c1', body)?.value.highlights).toHaveLength(700);
    expect(decodeNews('c1', body)?.value.articles).toHaveLength(700);
    expect(decodeContactList(rows)).toHaveLength(700);
    expect(decodeRoles('c1', { page: 1, perPage: 50 }, body)?.value.roles).toHaveLength(700);
    const value = decodeDetail('c1', {
      id: 'c1',
      highlights: rows,
      fundings: rows,
      tags: rows,
      industries: rows.map(({ name }) => name),
    })?.value;
    expect([value?.highlights?.length, value?.rounds?.length]).toEqual([700, 700]);
    expect([value?.company.tags?.length, value?.company.industries?.length]).toEqual([700, 700]);
    const round = decodeRounds('c1', { data: [{ id: 'f1', stage: 'Seed', investors: rows }] });
    expect(round?.value.rounds[0]?.round.investors).toHaveLength(700);
    const names = times(3_000, (index) => `n${index}`);
    const stack = { technologies: names, categories: names };
    const decoded = decodeTechStack('c1', { data: stack })?.value;
    expect([decoded?.technologies.length, decoded?.categories.length]).toEqual([3_000, 3_000]);
    const sent = decodeEvent({
      company: { id: 'c1', techStack: names, techStackCategories: names },
      allTriggers: rows,
    });
    expect([sent?.technologies?.length, sent?.stackCategories?.length, sent?.triggers.length]).toEqual([
      3_000, 3_000, 700,
    ]);
  });

  it('read the domain and the categories of a tech stack', () => {
    const data = { domain: 'acme.example', categories: ['CRM', 'Analytics'], technologies: [] };
    expect(decodeTechStack('c1', { data })?.value).toMatchObject({
      domain: 'acme.example',
      categories: ['CRM', 'Analytics'],
    });
    expect(decodeDetail('c1', { id: 'c1', tech_stack: data })?.value.stackCategories).toEqual([
      'CRM',
      'Analytics',
    ]);
  });
});

describe('a company with more rows than one page', () => {
  it('returns 80 contacts on two pages, by name', () => {
    const db = memoryCache();
    const contacts = times(80, (index) =>
      contact({ name: `Person ${key(index)}`, email: `p${index}@a.example` }),
    );
    storeContacts(db, loadContactKey(), { companyId: 'c1', contacts, rawPersonal: null }, T0);
    const page = (offset: number) => peopleSchema.parse(peopleOf(db, loadContactKey(), 'c1', T0, { offset }));
    expect(page(0)).toMatchObject({ stored: 80, total: 80 });
    const names = [0, 50].flatMap((offset) => page(offset).people.map(({ name }) => name));
    expect(names).toEqual(times(80, (index) => `Person ${key(index)}`));
  });

  it('returns 120 highlights and 120 articles on three pages, newest first', () => {
    const db = memoryCache();
    const highlights = times(120, (index) =>
      highlight(`h${index}`, `Fact ${key(index)}`, { createdAtMs: T0 - index }),
    );
    storeHighlights(db, { companyId: 'c1', highlights, setAside: 0, raw: [] }, T0);
    const articles = times(120, (index) => article(`a${key(index)}`, { createdAtMs: T0 - index }));
    storeNews(db, { companyId: 'c1', articles, setAside: 0, raw: [] }, T0);
    const { highlights: first, news } = panelsSchema.parse(panelsView(db, 'c1'));
    expect([first.total, first.highlights.length, news.total, news.articles.length]).toEqual([
      120, 50, 120, 50,
    ]);
    expect(PAGES.flatMap((offset) => highlightRows(db, 'c1', offset).map(({ text }) => text))).toEqual(
      times(120, (index) => `Fact ${key(index)}`),
    );
    expect(
      PAGES.flatMap((offset) => articleRows(db, 'c1', offset).map(({ articleId }) => articleId)),
    ).toEqual(times(120, (index) => `a${key(index)}`));
  });

  it('returns 120 rounds on three pages, and the 70 investors of a round on two', () => {
    const db = memoryCache();
    const investors = times(70, (index) => ({ name: `Investor ${index}`, role: 'participant' }));
    const rounds = times(120, (index) => ({
      round: round(`f${key(index)}`, { stage: `S${index}`, announcedOn: '2020-01-01', investors }),
      raw: {},
    }));
    storeRounds(db, { companyId: 'c1', rounds, setAside: 0 }, T0);
    const view = companyViewSchema.parse(companyView(db, memoryYours(), 'c1', T0));
    expect([view.storedRounds, view.rounds.length, view.rounds[0]?.investors?.length]).toEqual([120, 50, 50]);
    const listed = [0, 50].flatMap((offset) => investorsPage(db, 'c1', { roundId: 'f007', offset }));
    expect(listed).toEqual(investors);
    expect(view.rounds[0]?.storedInvestors).toBe(70);
    expect(PAGES.flatMap((offset) => roundsPage(db, 'c1', offset).map(({ roundId }) => roundId))).toEqual(
      times(120, (index) => `f${key(index)}`),
    );
  });
});

describe('a profile with more values than one page', () => {
  it('returns 120 industries and 120 tags on three pages, in received order', () => {
    const db = memoryCache();
    const industries = times(120, (index) => `Industry ${key(index)}`);
    const tags = times(120, (index) => ({
      tagId: `t${index}`,
      name: `Tag ${key(index)}`,
      slug: null,
      category: 'model',
    }));
    storeDetail(db, loadContactKey(), detail(company('c1', { industries, tags })), T0);
    const view = companyViewSchema.parse(companyView(db, memoryYours(), 'c1', T0));
    expect([view.industries.length, view.storedIndustries]).toEqual([50, 120]);
    expect([view.tags.length, view.storedTags]).toEqual([50, 120]);
    expect(PAGES.flatMap((offset) => industriesPage(db, 'c1', offset))).toEqual(industries);
    expect(PAGES.flatMap((offset) => tagsPage(db, 'c1', offset))).toEqual(
      tags.map(({ name, category }) => ({ name, category })),
    );
  });
});

describe('facts of a tech stack', () => {
  const tech = (db: ReturnType<typeof memoryCache>) => panelsSchema.parse(panelsView(db, 'c1')).tech;

  it('counts all technologies, and lists categories without a technology', () => {
    const db = memoryCache();
    const technologies = times(300, (index) => technology(`T${index}`, ['CRM']));
    storeTechStack(
      db,
      techStack(technologies, { domain: 'acme.example', categories: ['crm', 'Analytics'] }),
      T0,
    );
    expect(tech(db)).toMatchObject({ total: 300, domain: 'acme.example', otherCategories: ['Analytics'] });
    const pages = times(7, (index) => technologyRows(db, 'c1', index * 50));
    expect(pages.map(({ length }) => length)).toEqual([...times(6, () => 50), 0]);
    expect(pages.flat().map(({ name }) => name)).toEqual(technologies.map(({ name }) => name));
  });

  it('returns 120 categories without a technology on three pages', () => {
    const db = memoryCache();
    const categories = times(120, (index) => `Category ${key(index)}`);
    storeTechStack(db, techStack([technology('Go')], { categories }), T0);
    expect(tech(db)).toMatchObject({ storedOtherCategories: 120, otherCategories: categories.slice(0, 50) });
    expect(PAGES.flatMap((offset) => techCategoryRows(db, 'c1', offset))).toEqual(categories);
  });

  it('keeps the categories of a webhook event, and the domain of an earlier tech stack', () => {
    const db = memoryCache();
    storeEvent(
      db,
      event(company('c1'), { technologies: null, stackCategories: ['Databases'] }),
      T0,
      'webhook',
    );
    expect(tech(db)).toMatchObject({ otherCategories: ['Databases'], domain: null });
    storeTechStack(
      db,
      techStack([technology('Go')], { domain: 'acme.example', categories: ['CRM'] }),
      T0 + 1,
    );
    const later = { technologies: [technology('Rust')], stackCategories: ['Ads'] };
    storeEvent(db, event(company('c1'), later), T0 + 2, 'webhook');
    storeDetail(db, loadContactKey(), detail(company('c1'), later), T0 + 3);
    expect(tech(db)).toMatchObject({ otherCategories: ['CRM'], domain: 'acme.example', total: 1 });
  });
});
