import type { DecodedDetail, DecodedTechnology } from './decoded.ts';
import { decodeCompany, decodeRound } from './decode-company.ts';
import { decodeContactList } from './decode-contacts.ts';
import type { Decoded } from './decode-list.ts';
import {
  asArray,
  asObject,
  count,
  field,
  identifier,
  isObject,
  listOf,
  text,
  textList,
} from './decode-values.ts';
import type { JsonObject } from './decode-values.ts';
import { withoutPersonal } from './personal-parts.ts';

const ROUNDS_MAX = 200;
const HIGHLIGHTS_MAX = 50;
const TECHNOLOGIES_MAX = 200;
const HIGHLIGHT_MAX = 2_000;

/**
 * `GET /companies/{id}` [§2.2], top-level or under `data` [R-2-21]; null where the answer holds no company.
 * The company keeps the id that was asked for, so that an answer under another spelling does not make a second company.
 */
export function decodeDetail(companyId: string, body: unknown): Decoded<DecodedDetail> | null {
  const detail = detailOf(body);
  if (detail === null) return null;
  const contacts = field(detail, 'contacts');
  return {
    rows: 1,
    value: {
      company: decodeCompany(companyId, detail),
      rounds: listOf(field(detail, 'fundings'), ROUNDS_MAX, (round) =>
        decodeRound(identifier(field(round, 'id', 'fundingId')), round),
      ),
      highlights: decodeHighlights(field(detail, 'highlights')),
      contacts: decodeContactList(contacts),
      technologies: decodeTechnologies(field(detail, 'tech_stack', 'techStack')),
      totalContacts: count(field(detail, 'total_contacts', 'totalContacts')),
      totalFundings: count(field(detail, 'total_fundings', 'totalFundings')),
      raw: withoutPersonal(detail),
      rawPersonal: contacts ?? null,
    },
  };
}

function detailOf(body: unknown): JsonObject | null {
  const answer = asObject(body);
  if (answer === null || field(answer, 'success') === false) return null;
  // Data first: what wraps a company may have an id of its own.
  return [asObject(field(answer, 'data')), answer].find((part) => part !== null && isCompany(part)) ?? null;
}

/** An error told with a 200, or an empty object, must not overwrite a company with nothing. */
const isCompany = (told: JsonObject): boolean =>
  identifier(field(told, 'id')) !== null || text(field(told, 'companyName', 'name'), 10) !== null;

function decodeHighlights(value: unknown): DecodedDetail['highlights'] {
  return listOf(value, HIGHLIGHTS_MAX, (highlight) => {
    const told = text(field(highlight, 'highlight', 'text'), HIGHLIGHT_MAX);
    if (told === null) return null;
    return {
      highlightId: identifier(field(highlight, 'id')),
      text: told,
      source: text(field(highlight, 'source'), 50) ?? '',
    };
  });
}

/** `technologies` and `technologyNames` may differ: what either names is in use [R-2-26]. */
function decodeTechnologies(value: unknown): readonly DecodedTechnology[] | null {
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
    });
  }
  return [...byName.values()];
}
