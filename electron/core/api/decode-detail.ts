import type { DecodedDetail } from './decoded.ts';
import { decodeCompany, decodeRound } from './decode-company.ts';
import { decodeContactList } from './decode-contacts.ts';
import type { Decoded } from './decode-list.ts';
import { decodeHighlight, decodeTechnologies } from './decode-panels.ts';
import { asObject, count, field, identifier, listOf, text } from './decode-values.ts';
import type { JsonObject } from './decode-values.ts';
import { withoutPersonal } from './personal-parts.ts';

const ROUNDS_MAX = 200;
const HIGHLIGHTS_MAX = 50;

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
      highlights: listOf(field(detail, 'highlights'), HIGHLIGHTS_MAX, decodeHighlight),
      contacts: decodeContactList(contacts),
      technologies: decodeTechnologies(field(detail, 'tech_stack', 'techStack')),
      totalContacts: count(field(detail, 'total_contacts', 'totalContacts')),
      totalFundings: count(field(detail, 'total_fundings', 'totalFundings')),
      raw: withoutPersonal(detail),
      rawPersonal: contacts ?? null,
    },
  };
}

/** The company in an answer, which is not the answer itself where it is wrapped; null where there is none. */
export function detailOf(body: unknown): JsonObject | null {
  const answer = asObject(body);
  if (answer === null || field(answer, 'success') === false) return null;
  // Data first: what wraps a company may have an id of its own.
  return [asObject(field(answer, 'data')), answer].find((part) => part !== null && isCompany(part)) ?? null;
}

/** An error told with a 200, or an empty object, must not overwrite a company with nothing. */
const isCompany = (told: JsonObject): boolean =>
  identifier(field(told, 'id')) !== null || text(field(told, 'companyName', 'name'), 10) !== null;
