import type { Decoded, DecodedDetail } from './decoded-types.ts';
import { decodeCompany, decodeRound } from './company.ts';
import { decodeContactList } from './contacts.ts';
import { decodeHighlight, decodeStackCategories, decodeTechnologies } from './panels.ts';
import { asObject, count, field, identifier, listOf, ROWS_MAX, text } from './values.ts';
import type { JsonObject } from './values.ts';

/**
 * Decodes `GET /companies/{id}` (spec §2.2). Null if the response contains no company. The company gets the
 * id that was requested, not the id in the response. Otherwise, a response that spells the id differently
 * would create a second company.
 */
export function decodeDetail(companyId: string, body: unknown): Decoded<DecodedDetail> | null {
  const detail = detailOf(body);
  if (detail === null) return null;
  const contacts = field(detail, 'contacts');
  const stack = field(detail, 'tech_stack', 'techStack');
  return {
    rows: 1,
    value: {
      company: decodeCompany(companyId, detail),
      rounds: listOf(field(detail, 'fundings'), ROWS_MAX, (round) =>
        decodeRound(identifier(field(round, 'id', 'fundingId')), round),
      ),
      highlights: listOf(field(detail, 'highlights'), ROWS_MAX, decodeHighlight),
      contacts: decodeContactList(contacts),
      technologies: decodeTechnologies(stack),
      stackCategories: decodeStackCategories(stack),
      totalContacts: count(field(detail, 'total_contacts', 'totalContacts')),
      totalFundings: count(field(detail, 'total_fundings', 'totalFundings')),
      raw: detail,
      rawPersonal: contacts ?? null,
    },
  };
}

/** Returns the company object, which is either the response or its `data`. Null if neither is a company. */
export function detailOf(body: unknown): JsonObject | null {
  const answer = asObject(body);
  if (answer === null || field(answer, 'success') === false) return null;
  // `data` is tried first, because the enclosing object may also have an id and look like a company.
  return [asObject(field(answer, 'data')), answer].find((part) => part !== null && isCompany(part)) ?? null;
}

/**
 * Returns whether an object is a company. Empty objects and errors sent with status 200 are rejected, because
 * they must not overwrite a stored company.
 */
const isCompany = (value: JsonObject): boolean =>
  identifier(field(value, 'id')) !== null || text(field(value, 'companyName', 'name'), 10) !== null;
