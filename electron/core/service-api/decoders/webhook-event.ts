import { createHash } from 'node:crypto';
import type { DecodedEvent, EventKeyRule } from './decoded-types.ts';
import { currencyCode, decodeAmount } from './amount.ts';
import { decodeCompany, decodeInvestors } from './company.ts';
import { decodeDate, decodeInstant } from './date.ts';
import { decodeStage } from './stage.ts';
import { asObject, field, identifier, listOf, number, ROWS_MAX, text, textList } from './values.ts';
import type { JsonObject } from './values.ts';

/**
 * The documented top-level fields of an event. The field with the event's key is missing here, because the
 * specification masks its name (§6.3).
 */
const KNOWN: ReadonlySet<string> = new Set([
  'event',
  'timestamp',
  'trigger',
  'company',
  'allTriggers',
  'userContext',
]);
const MASKED = '{base_url}';
/**
 * Matches names of undocumented fields that probably have the same value in every event. If such a value were
 * used as the event key, different events would be treated as duplicates.
 */
const SAME_IN_ALL =
  /version|environment|^(?:env|mode|source|provider|schema|object|kind|type|category|status|locale|language|time_?zone|plan)$|^(?:account|user|owner|member|workspace|organi[sz]ation|org|team|tenant|customer|client|api_?key|key|project|app|application|company|webhook|endpoint|subscription|integration)_?id$/i;
const WORD_MAX = 200;
const NOTE_MAX = 20_000;
const TECHNOLOGIES = { items: ROWS_MAX, length: 200 } as const;
const CATEGORIES = { items: ROWS_MAX, length: 100 } as const;

/**
 * Decodes a webhook event with any event name and trigger type (spec §6.3). Returns null if the event has no
 * company id.
 */
export function decodeEvent(body: unknown): DecodedEvent | null {
  const fields = asObject(body);
  const company = asObject(field(fields ?? {}, 'company'));
  const companyId = identifier(field(company ?? {}, 'id', 'companyId'));
  if (fields === null || company === null || companyId === null) return null;
  const trigger = asObject(field(fields, 'trigger')) ?? {};
  const evidence = asObject(field(trigger, 'evidence')) ?? {};
  const context = asObject(field(fields, 'userContext', 'user_context')) ?? {};
  const type = text(field(trigger, 'type'), WORD_MAX);
  return {
    ...keyOf(fields, trigger, evidence, companyId),
    event: text(field(fields, 'event'), WORD_MAX) ?? '',
    sentAtMs: decodeInstant(field(fields, 'timestamp')),
    type,
    subtype: text(field(trigger, 'subtype'), WORD_MAX),
    publishedAtMs: decodeInstant(field(trigger, 'publishedAt', 'published_at')),
    company: decodeCompany(companyId, company),
    round: roundOf(trigger, evidence),
    technologies: technologiesOf(company),
    stackCategories: textList(field(company, 'techStackCategories', 'tech_stack_categories'), CATEGORIES),
    icpMatch: percentOf(field(context, 'icpMatch', 'icp_match')),
    userNote: text(field(context, 'userNote', 'user_note'), NOTE_MAX),
    trackingStatus: text(field(context, 'trackingStatus', 'tracking_status'), WORD_MAX),
    triggers:
      listOf(field(fields, 'allTriggers', 'all_triggers'), ROWS_MAX, (each) => ({
        triggerId: identifier(field(each, 'id')),
        type: text(field(each, 'type'), WORD_MAX),
        subtype: text(field(each, 'subtype'), WORD_MAX),
        publishedAtMs: decodeInstant(field(each, 'publishedAt', 'published_at')),
      })) ?? [],
    raw: fields,
  };
}

/**
 * Returns the key that identifies an event in all its deliveries, and the rule by which the key was found.
 */
function keyOf(
  fields: JsonObject,
  trigger: JsonObject,
  evidence: JsonObject,
  companyId: string,
): Pick<DecodedEvent, 'eventKey' | 'keyRule' | 'roundId'> {
  const roundId = identifier(field(evidence, 'fundingId', 'funding_id'));
  const published = [
    companyId,
    field(trigger, 'type'),
    field(trigger, 'subtype'),
    field(trigger, 'publishedAt'),
  ];
  const candidates: ReadonlyArray<readonly [EventKeyRule, string | null]> = [
    ['trigger-id', identifier(field(trigger, 'id'))],
    ['masked-name', identifier(field(fields, MASKED))],
    ['only-unknown-name', unknownKey(fields)],
    ['funding-id', roundId],
    ['hash', createHash('sha256').update(JSON.stringify(published)).digest('hex')],
  ];
  const [keyRule, eventKey] = candidates.find(([, key]) => key !== null) ?? ['hash', ''];
  return { keyRule, eventKey: eventKey ?? '', roundId };
}

/**
 * Returns the value of the undocumented field that is most likely the event's key, or null if there is no
 * such field. If several fields could be the key, chooses the alphabetically first name that ends in "id".
 */
function unknownKey(fields: JsonObject): string | null {
  const names = Object.keys(fields)
    .filter(
      (name) => !KNOWN.has(name) && !SAME_IN_ALL.test(name) && identifier(fields[name]) === fields[name],
    )
    .toSorted();
  const name = names.length === 1 ? names[0] : names.find((each) => /id$/i.test(each));
  return name === undefined ? null : identifier(fields[name]);
}

/** Returns the round of a funding event. Null if the evidence has neither a round id nor a date. */
function roundOf(trigger: JsonObject, evidence: JsonObject): DecodedEvent['round'] {
  const roundId = identifier(field(evidence, 'fundingId', 'funding_id'));
  const announced = decodeDate(field(evidence, 'announceDate', 'announce_date', 'fundingAnnounceDate'));
  const stage = decodeStage(field(evidence, 'stage')) ?? decodeStage(field(trigger, 'subtype'));
  if (roundId === null && announced.on === null) return null;
  const numeric = number(field(evidence, 'amountNumeric', 'amount_numeric'));
  // The service sends 0 if the amount is undisclosed.
  const exact = numeric !== null && numeric > 0 ? numeric : null;
  const amountUsd = number(field(evidence, 'amountUsd', 'amount_usd'));
  return {
    roundId,
    stage,
    amount: decodeAmount({
      amount: exact ?? field(evidence, 'amount'),
      formatted: field(evidence, 'amount'),
      currency: currencyCode(field(evidence, 'currency')),
    }),
    amountUsd: amountUsd !== null && amountUsd >= 0 ? amountUsd : null,
    announcedOn: announced.on,
    announcedText: announced.text,
    investors: decodeInvestors(field(evidence, 'investors')),
  };
}

/**
 * Returns the technologies without categories, because an event does not show to which category each
 * technology belongs.
 */
function technologiesOf(company: JsonObject): DecodedEvent['technologies'] {
  const names = textList(field(company, 'techStack', 'tech_stack'), TECHNOLOGIES);
  return names === null ? null : names.map((name) => ({ name, categories: [], description: null }));
}

/** Returns a score from 0 to 100; null if it is missing or out of range. */
function percentOf(value: unknown): number | null {
  const score = number(value);
  return score !== null && score >= 0 && score <= 100 ? score : null;
}
