import type { DecodedDetail } from './decoded-types.ts';
import { decodeCompany, decodeRound } from './company.ts';
import { decodeContactList } from './contacts.ts';
import type { Decoded } from './list-page.ts';
import { decodeHighlight, decodeTechnologies } from './panels.ts';
import { asObject, count, field, identifier, listOf, text } from './values.ts';
import type { JsonObject } from './values.ts';
import { withoutPersonal } from './personal-fields.ts';

const ROUNDS_MAX = 200;
const HIGHLIGHTS_MAX = 50;

/**
 * `GET /companies/{id}` (spec §2.2), at the top level or under `data`; null if the response has no company.
 * Uses the requested id, so a different spelling in the response does not create a second company.
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

/** The company object of a response, unwrapped if necessary; null if there is none. */
export function detailOf(body: unknown): JsonObject | null {
  const answer = asObject(body);
  if (answer === null || field(answer, 'success') === false) return null;
  // `data` first, because the wrapper may have its own id.
  return [asObject(field(answer, 'data')), answer].find((part) => part !== null && isCompany(part)) ?? null;
}

/** An error sent with status 200, or an empty object, must not overwrite a company. */
const isCompany = (told: JsonObject): boolean =>
  identifier(field(told, 'id')) !== null || text(field(told, 'companyName', 'name'), 10) !== null;
