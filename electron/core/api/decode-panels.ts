import type {
  DecodedArticle,
  DecodedHighlight,
  DecodedHighlights,
  DecodedNews,
  DecodedRounds,
  DecodedTechnology,
  DecodedTechStack,
} from './decoded.ts';
import { decodeRound } from './decode-company.ts';
import { decodeInstant } from './decode-instant.ts';
import type { Decoded } from './decode-list.ts';
import { asArray, asObject, field, identifier, isObject, text, textList, urlText } from './decode-values.ts';
import type { JsonObject } from './decode-values.ts';
import { withoutPersonal } from './personal-parts.ts';

/*
 * The endpoints below one company that answer with a list or an object of their own [§2.4, §2.5, §2.9, §2.10]. A row of
 * which nothing can be made is set aside and counted, never the answer with it [rule D]; all rows are paid for.
 */

const TECHNOLOGIES_MAX = 200;
const ROWS_MAX = 200;
const HIGHLIGHT_MAX = 2_000;
const TITLE_MAX = 1_000;
const DESCRIPTION_MAX = 1_000;

/** `GET /companies/{id}/tech-stack` [§2.4]; null where the answer holds no technologies. */
export function decodeTechStack(companyId: string, body: unknown): Decoded<DecodedTechStack> | null {
  const stack = dataOf(body);
  const technologies = decodeTechnologies(stack);
  if (technologies === null) return null;
  return { rows: 1, value: { companyId, technologies, raw: withoutPersonal(stack) } };
}

/** `technologies` and `technologyNames` may differ: what either names is in use [R-2-26]. Null where neither was told. */
export function decodeTechnologies(value: unknown): readonly DecodedTechnology[] | null {
  const stack = asObject(value);
  const listed = asArray(stack === null ? value : field(stack, 'technologies'));
  const named = stack === null ? null : asArray(field(stack, 'technologyNames', 'technology_names'));
  if (listed === null && named === null) return null;
  const byName = new Map<string, DecodedTechnology>();
  for (const entry of [...(listed ?? []), ...(named ?? [])]) {
    if (byName.size >= TECHNOLOGIES_MAX) break;
    const told: JsonObject = isObject(entry) ? entry : { name: entry };
    const name = text(field(told, 'name'), 200);
    if (name === null || byName.has(name)) continue;
    byName.set(name, {
      name,
      categories: textList(field(told, 'categories', 'category'), { items: 20, length: 100 }) ?? [],
      description: text(field(told, 'description'), DESCRIPTION_MAX),
    });
  }
  return [...byName.values()];
}

/** `GET /companies/{id}/fundings` [§2.5]: all rounds. */
export function decodeRounds(companyId: string, body: unknown): Decoded<DecodedRounds> | null {
  return decodeRows(
    body,
    ['fundings', 'rounds'],
    (told) => {
      const roundId = identifier(field(told, 'id', 'fundingId'));
      const round = decodeRound(roundId, told);
      const isEmpty = roundId === null && round.announcedOn === null && round.stage === null;
      return isEmpty ? null : { round, raw: withoutPersonal(told) };
    },
    (rounds, setAside) => ({ companyId, rounds, setAside }),
  );
}

/** One highlight, of a detail or of the list of its own; null where it says nothing. */
export function decodeHighlight(told: JsonObject): DecodedHighlight | null {
  const words = text(field(told, 'highlight', 'text'), HIGHLIGHT_MAX);
  if (words === null) return null;
  return {
    highlightId: identifier(field(told, 'id')),
    text: words,
    source: text(field(told, 'source'), 50) ?? '',
    createdAtMs: decodeInstant(field(told, 'createdAt', 'created_at')),
  };
}

/** `GET /companies/{id}/highlights` [§2.9]. */
export function decodeHighlightList(companyId: string, body: unknown): Decoded<DecodedHighlights> | null {
  return decodeRows(body, ['highlights'], decodeHighlight, (highlights, setAside, raw) => ({
    ...{ companyId, highlights, setAside, raw },
  }));
}

/** `GET /companies/{id}/news` [§2.10]; `fundingId` may be missing or unknown. */
export function decodeNews(companyId: string, body: unknown): Decoded<DecodedNews> | null {
  return decodeRows(body, ['news', 'articles'], decodeArticle, (articles, setAside, raw) => ({
    ...{ companyId, articles, setAside, raw },
  }));
}

function decodeArticle(told: JsonObject): DecodedArticle | null {
  const articleId = identifier(field(told, 'id'));
  const title = text(field(told, 'title'), TITLE_MAX);
  const url = urlText(field(told, 'url'));
  // Without an id it could not be told from another one; without title and address there is nothing to show.
  if (articleId === null || (title === null && url === null)) return null;
  return {
    articleId,
    title: title ?? url ?? '',
    url,
    roundId: identifier(field(told, 'fundingId', 'funding_id')),
    createdAtMs: decodeInstant(field(told, 'createdAt', 'created_at')),
  };
}

/** What stands under `data`, else the answer itself; null where it says `success: false`. */
function dataOf(body: unknown): unknown {
  const answer = asObject(body);
  if (answer === null) return body;
  if (field(answer, 'success') === false) return null;
  return field(answer, 'data') ?? answer;
}

function decodeRows<Row, Value>(
  body: unknown,
  names: readonly string[],
  decode: (told: JsonObject) => Row | null,
  valueOf: (rows: readonly Row[], setAside: number, raw: unknown) => Value,
): Decoded<Value> | null {
  const data = dataOf(body);
  const within = asObject(data);
  const received = asArray(within === null ? data : field(within, ...names));
  if (received === null) return null;
  const rows = received.slice(0, ROWS_MAX).flatMap((entry) => (isObject(entry) ? (decode(entry) ?? []) : []));
  const raw = withoutPersonal(received.slice(0, ROWS_MAX));
  const setAside = received.length - rows.length;
  return { rows: received.length, setAside, value: valueOf(rows, setAside, raw) };
}
