import type {
  Article,
  Highlight,
  HighlightsPanel,
  NewsPanel,
  Panels,
  PanelState,
  Technology,
  TechPanel,
} from '../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { DecodedTechnology } from '../service-api/decoders/decoded-types.ts';
import {
  countHighlights,
  highlightsOf,
  type StoredHighlight,
} from '../database/queries/cache/panels/highlights.ts';
import {
  articlesOf,
  countArticles,
  type StoredArticle,
} from '../database/queries/cache/panels/news-articles.ts';
import {
  panelsOf,
  refusalOf,
  type Panel,
  type StoredPanel,
} from '../database/queries/cache/panels/company-panels.ts';
import { panelWaits } from '../database/queries/cache/panels/panel-waits.ts';
import { technologiesOf, techStackFacts } from '../database/queries/cache/panels/technologies.ts';
import type { ReadDb } from '../database/sql.ts';
import { clip, clipOrNull, linkOrNull } from '../foundation/clip-text.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { pageOf } from './page-of.ts';

export function panelsView(db: ReadDb, companyId: string): Panels {
  const known = panelsOf(db, companyId);
  const waits = panelWaits(db, companyId);
  const ofPanel = (panel: Panel): KnownPanel => ({
    known: known.get(panel),
    askAgainAtMs: waits.get(panel) ?? null,
  });
  return {
    tech: techPanel(db, companyId, ofPanel('tech-stack')),
    highlights: highlightsPanel(db, companyId, ofPanel('highlights')),
    news: newsPanel(db, companyId, ofPanel('news')),
  };
}

/** The stored state of a panel, and when the panel may be requested again after a 404. */
interface KnownPanel {
  readonly known: StoredPanel | undefined;
  readonly askAgainAtMs: number | null;
}

/** Returns the fields that all panels have in common. Pure. */
export function panelFacts(panel: Panel, { known, askAgainAtMs }: KnownPanel, total: number) {
  const { contentSource: source, contentAtMs } = known ?? NOTHING;
  const stamp = source === null || contentAtMs === null ? null : { source, fetchedAtMs: contentAtMs };
  // After a panel's endpoint returns a 404, the panel shows the 404 until newer content arrives.
  const refusedAtMs = known === undefined ? null : refusalOf(known);
  return {
    state: stateOf(panel, known, refusedAtMs !== null && total === 0),
    stamp,
    refusedAtMs,
    askAgainAtMs,
    total,
  };
}

const NOTHING = { contentSource: null, contentAtMs: null } as const;

function stateOf(panel: Panel, known: StoredPanel | undefined, isEmptyHanded: boolean): PanelState {
  // The service's 404 for a tech stack can mean "no data" or "site unavailable" (spec §4.4), so the panel
  // does not claim that there is no tech stack.
  if (isEmptyHanded) return panel === 'tech-stack' ? 'unavailable' : 'none';
  if (known === undefined || known.contentAtMs === null) return 'never-fetched';
  return known.fetchedAtMs === null ? 'summary' : 'fetched';
}

function techPanel(db: ReadDb, companyId: string, known: KnownPanel): TechPanel {
  const technologies = technologiesOf(db, companyId);
  const { domain, categories } = techStackFacts(db, companyId);
  const others = otherCategories(categories, technologies);
  return {
    ...panelFacts('tech-stack', known, technologies.length),
    technologies: pageOf(byCategory(technologies), 0).map(technologyRow),
    domain: clipOrNull(domain, 253),
    otherCategories: pageOf(others, 0),
    storedOtherCategories: others.length,
  };
}

/** Returns one page of the stored technologies, largest category first. */
export const technologyRows = (db: ReadDb, companyId: string, offset: number): Technology[] =>
  pageOf(byCategory(technologiesOf(db, companyId)), offset).map(technologyRow);

/** Returns one page of the stored categories that have no stored technology. */
export const techCategoryRows = (db: ReadDb, companyId: string, offset: number): string[] =>
  pageOf(otherCategories(techStackFacts(db, companyId).categories, technologiesOf(db, companyId)), offset);

function otherCategories(
  categories: readonly string[],
  technologies: readonly DecodedTechnology[],
): string[] {
  const named = new Set(technologies.flatMap((each) => each.categories.map(fold)));
  return categories.filter((name) => !named.has(fold(name))).map((name) => clip(name, 100));
}

const technologyRow = ({ name, description, categories }: DecodedTechnology): Technology => ({
  name: clip(name, 200),
  description: clipOrNull(description, 1_000),
  category: clipOrNull(categories[0] ?? null, 100),
});

/**
 * Sorts technologies by their first category, largest category first. Technologies without a category come
 * last. Pure.
 */
function byCategory(technologies: readonly DecodedTechnology[]): DecodedTechnology[] {
  const byName = new Map<string | null, DecodedTechnology[]>();
  for (const technology of technologies) {
    const [name = null] = technology.categories;
    const members = byName.get(name);
    if (members === undefined) byName.set(name, [technology]);
    else members.push(technology);
  }
  return [...byName]
    .sort(([a, ofA], [b, ofB]) => {
      if (a === null || b === null) return a === null ? 1 : -1;
      return ofB.length - ofA.length || (fold(a) < fold(b) ? -1 : 1);
    })
    .flatMap(([, members]) => members);
}

function highlightsPanel(db: ReadDb, companyId: string, known: KnownPanel): HighlightsPanel {
  return {
    ...panelFacts('highlights', known, countHighlights(db, companyId)),
    highlights: highlightRows(db, companyId, 0),
  };
}

/** Returns one page of the highlights that are currently shown. */
export const highlightRows = (db: ReadDb, companyId: string, offset: number): Highlight[] =>
  highlightsOf(db, companyId, { offset, limit: LIST_LIMIT_MAX }).map(highlightRow);

const ID_KEY = 'id:';
const highlightRow = ({ key, text, source, createdAtMs }: StoredHighlight): Highlight => ({
  highlightId: key.startsWith(ID_KEY) ? clip(key.slice(ID_KEY.length), 200) : null,
  text: clip(text, 2_000),
  source: clip(source, 50),
  createdAtMs,
});

function newsPanel(db: ReadDb, companyId: string, known: KnownPanel): NewsPanel {
  return {
    ...panelFacts('news', known, countArticles(db, companyId)),
    articles: articleRows(db, companyId, 0),
  };
}

/** Returns one page of the articles that are currently shown, newest first. */
export const articleRows = (db: ReadDb, companyId: string, offset: number): Article[] =>
  articlesOf(db, companyId, { offset, limit: LIST_LIMIT_MAX }).map(articleRow);

const articleRow = ({ articleId, title, url, roundId, createdAtMs }: StoredArticle): Article => ({
  articleId: clip(articleId, 200),
  title: clip(title, 1_000),
  url: linkOrNull(url),
  roundId: clipOrNull(roundId, 200),
  createdAtMs,
});
