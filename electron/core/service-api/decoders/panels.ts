import type { OpenRolesQuery } from '../../../../shared/model/query.ts';
import type {
  Decoded,
  DecodedArticle,
  DecodedHighlight,
  DecodedHighlights,
  DecodedNews,
  DecodedRole,
  DecodedRoles,
  DecodedRounds,
  DecodedTechnology,
  DecodedTechStack,
} from './decoded-types.ts';
import { decodeRound } from './company.ts';
import { decodeInstant } from './date.ts';
import {
  asArray,
  asObject,
  count,
  field,
  identifier,
  isObject,
  ROWS_MAX,
  text,
  textList,
  urlText,
} from './values.ts';
import type { JsonObject } from './values.ts';

/*
 * Decoders for the endpoints that return one part of a company: tech stack, rounds, open roles, highlights
 * and news (spec §2.4, §2.5, §2.8, §2.9, §2.10). Rows that cannot be decoded are skipped. They are still
 * counted, because the service charges for them too.
 */

const CATEGORIES = { items: ROWS_MAX, length: 100 } as const;
const DOMAIN_MAX = 253;
const HIGHLIGHT_MAX = 2_000;
const TITLE_MAX = 1_000;
const DESCRIPTION_MAX = 1_000;
const WORD_MAX = 100;

/** Decodes `GET /companies/{id}/tech-stack` (spec §2.4). Null if the response contains no technologies. */
export function decodeTechStack(companyId: string, body: unknown): Decoded<DecodedTechStack> | null {
  const stack = dataOf(body);
  const technologies = decodeTechnologies(stack);
  if (technologies === null) return null;
  return {
    rows: 1,
    value: {
      companyId,
      technologies,
      categories: decodeStackCategories(stack) ?? [],
      domain: text(field(asObject(stack) ?? {}, 'domain'), DOMAIN_MAX),
      raw: stack,
    },
  };
}

/**
 * Decodes the field `categories` of a tech stack, which is separate from the categories of each technology
 * (spec §2.2, §2.4). Null if the field is missing.
 */
export const decodeStackCategories = (value: unknown): readonly string[] | null =>
  textList(field(asObject(value) ?? {}, 'categories'), CATEGORIES);

/**
 * Decodes a tech stack. Returns the technologies of the fields `technologies` and `technologyNames` combined,
 * because the two fields may differ. Null if both are missing.
 */
export function decodeTechnologies(value: unknown): readonly DecodedTechnology[] | null {
  const stack = asObject(value);
  const listed = asArray(stack === null ? value : field(stack, 'technologies'));
  const named = stack === null ? null : asArray(field(stack, 'technologyNames', 'technology_names'));
  if (listed === null && named === null) return null;
  const byName = new Map<string, DecodedTechnology>();
  for (const entry of [...(listed ?? []), ...(named ?? [])]) {
    if (byName.size >= ROWS_MAX) break;
    const object: JsonObject = isObject(entry) ? entry : { name: entry };
    const name = text(field(object, 'name'), 200);
    if (name === null || byName.has(name)) continue;
    byName.set(name, {
      name,
      categories: textList(field(object, 'categories', 'category'), { items: 20, length: 100 }) ?? [],
      description: text(field(object, 'description'), DESCRIPTION_MAX),
    });
  }
  return [...byName.values()];
}

/** Decodes `GET /companies/{id}/fundings` (spec §2.5): all rounds of the company. */
export function decodeRounds(companyId: string, body: unknown): Decoded<DecodedRounds> | null {
  return decodeRows(
    body,
    ['fundings', 'rounds'],
    (object) => {
      const roundId = identifier(field(object, 'id', 'fundingId'));
      const round = decodeRound(roundId, object);
      const isEmpty = roundId === null && round.announcedOn === null && round.stage === null;
      return isEmpty ? null : { round, raw: object };
    },
    (rounds, setAside) => ({ companyId, rounds, setAside }),
  );
}

/** Decodes a highlight. Null if it has no text. */
export function decodeHighlight(object: JsonObject): DecodedHighlight | null {
  const words = text(field(object, 'highlight', 'text'), HIGHLIGHT_MAX);
  if (words === null) return null;
  return {
    highlightId: identifier(field(object, 'id')),
    text: words,
    source: text(field(object, 'source'), 50) ?? '',
    createdAtMs: decodeInstant(field(object, 'createdAt', 'created_at')),
  };
}

/** Decodes `GET /companies/{id}/highlights` (spec §2.9). */
export function decodeHighlightList(companyId: string, body: unknown): Decoded<DecodedHighlights> | null {
  return decodeRows(body, ['highlights'], decodeHighlight, (highlights, setAside, raw) => ({
    companyId,
    highlights,
    setAside,
    raw,
  }));
}

/** Decodes `GET /companies/{id}/news` (spec §2.10). */
export function decodeNews(companyId: string, body: unknown): Decoded<DecodedNews> | null {
  return decodeRows(body, ['news', 'articles'], decodeArticle, (articles, setAside, raw) => ({
    companyId,
    articles,
    setAside,
    raw,
  }));
}

function decodeArticle(object: JsonObject): DecodedArticle | null {
  const articleId = identifier(field(object, 'id'));
  const title = text(field(object, 'title'), TITLE_MAX);
  const url = urlText(field(object, 'url'));
  // An article needs an id to be deduplicated, and a title or a URL to be shown.
  if (articleId === null || (title === null && url === null)) return null;
  return {
    articleId,
    title: title ?? url ?? '',
    url,
    roundId: identifier(field(object, 'fundingId', 'funding_id')),
    createdAtMs: decodeInstant(field(object, 'createdAt', 'created_at')),
  };
}

/** Returns the response's `data`, or the response if it has no `data`. Null if `success` is false. */
function dataOf(body: unknown): unknown {
  const answer = asObject(body);
  if (answer === null) return body;
  if (field(answer, 'success') === false) return null;
  return field(answer, 'data') ?? answer;
}

function decodeRows<Row, Value>(
  body: unknown,
  names: readonly string[],
  decode: (object: JsonObject) => Row | null,
  valueOf: (rows: readonly Row[], setAside: number, raw: unknown) => Value,
): Decoded<Value> | null {
  const data = dataOf(body);
  const within = asObject(data);
  const received = asArray(within === null ? data : field(within, ...names));
  if (received === null) return null;
  const rows = received.slice(0, ROWS_MAX).flatMap((entry) => (isObject(entry) ? (decode(entry) ?? []) : []));
  const raw = received.slice(0, ROWS_MAX);
  const setAside = received.length - rows.length;
  return { rows: received.length, setAside, value: valueOf(rows, setAside, raw) };
}

/** Decodes a page of `GET /companies/{id}/open-roles` (spec §2.8, §2.11). Null if there is no list. */
export function decodeRoles(
  companyId: string,
  { page, perPage }: Pick<OpenRolesQuery, 'page' | 'perPage'>,
  body: unknown,
): Decoded<DecodedRoles> | null {
  const answer = asObject(body);
  if (answer !== null && field(answer, 'success') === false) return null;
  const received = asArray(answer === null ? body : field(answer, 'data', 'roles'));
  if (received === null) return null;
  const pagination = asObject(answer === null ? null : field(answer, 'pagination')) ?? {};
  const hasMore = field(pagination, 'has_more', 'hasMore');
  const roles = received
    .slice(0, ROWS_MAX)
    .flatMap((entry) => (isObject(entry) ? (decodeRole(entry) ?? []) : []));
  const setAside = received.length - roles.length;
  return {
    rows: received.length,
    setAside,
    value: {
      companyId,
      roles,
      setAside,
      // Uses the requested page, because the page number in the response may be wrong.
      page,
      perPage,
      total: count(field(pagination, 'total')),
      hasMore: typeof hasMore === 'boolean' ? hasMore : null,
    },
  };
}

function decodeRole(value: JsonObject): DecodedRole | null {
  const roleId = identifier(field(value, 'id'));
  if (roleId === null) return null;
  const word = (max: number, ...names: readonly string[]) => text(field(value, ...names), max);
  return {
    roleId,
    title: word(500, 'title'),
    titleEn: word(500, 'titleNormalizedEn', 'title_normalized_en'),
    employmentType: word(WORD_MAX, 'employmentType', 'employment_type'),
    location: word(300, 'location'),
    remoteType: word(WORD_MAX, 'remoteType', 'remote_type'),
    department: word(WORD_MAX, 'hunterDepartment', 'hunter_department')?.toLowerCase() ?? null,
    seniority: word(WORD_MAX, 'hunterSeniority', 'hunter_seniority')?.toLowerCase() ?? null,
    url: urlText(field(value, 'url')),
    firstSeenAtMs: decodeInstant(field(value, 'firstSeenAt', 'first_seen_at')),
    lastSyncedAtMs: decodeInstant(field(value, 'lastSyncedAt', 'last_synced_at')),
    raw: value,
  };
}
