import { createHash } from 'node:crypto';
import type { DecodedEvent, EventKeyRule } from './decoded.ts';
import { currencyCode, decodeAmount } from './decode-amount.ts';
import { decodeCompany, decodeInvestors } from './decode-company.ts';
import { decodeDate } from './decode-date.ts';
import { decodeInstant } from './decode-instant.ts';
import { decodeStage } from './decode-stage.ts';
import { asObject, field, identifier, listOf, number, text, textList } from './decode-values.ts';
import type { JsonObject } from './decode-values.ts';
import { withoutPersonal } from './personal-parts.ts';

/** The documented names at the top of an event; the one that holds its key is masked in the specification [§6.3]. */
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
 * Names that are not documented either, and whose value is likely to be the same in every delivery: as a key they would make
 * all events one event.
 */
const SAME_IN_ALL =
  /version|environment|^(?:env|mode|source|provider|schema|object|kind|type|category|status|locale|language|time_?zone|plan)$|^(?:account|user|owner|member|workspace|organi[sz]ation|org|team|tenant|customer|client|api_?key|key|project|app|application|company|webhook|endpoint|subscription|integration)_?id$/i;
const WORD_MAX = 200;
const NOTE_MAX = 20_000;
const TECHNOLOGIES = { items: 200, length: 200 } as const;
const TRIGGERS_MAX = 50;

/**
 * A delivery of the webhook [§6.3]. Null where it names no company: nothing could be kept of it. Any word is an event, and
 * any type a trigger; only a funding has a round.
 */
export function decodeEvent(body: unknown): DecodedEvent | null {
  const told = asObject(body);
  const company = asObject(field(told ?? {}, 'company'));
  const companyId = identifier(field(company ?? {}, 'id', 'companyId'));
  if (told === null || company === null || companyId === null) return null;
  const trigger = asObject(field(told, 'trigger')) ?? {};
  const evidence = asObject(field(trigger, 'evidence')) ?? {};
  const context = asObject(field(told, 'userContext', 'user_context')) ?? {};
  const type = text(field(trigger, 'type'), WORD_MAX);
  return {
    ...keyOf(told, trigger, evidence, companyId),
    event: text(field(told, 'event'), WORD_MAX) ?? '',
    sentAtMs: decodeInstant(field(told, 'timestamp')),
    type,
    subtype: text(field(trigger, 'subtype'), WORD_MAX),
    publishedAtMs: decodeInstant(field(trigger, 'publishedAt', 'published_at')),
    company: decodeCompany(companyId, company),
    round: roundOf(trigger, evidence),
    technologies: technologiesOf(company),
    icpMatch: percentOf(field(context, 'icpMatch', 'icp_match')),
    userNote: text(field(context, 'userNote', 'user_note'), NOTE_MAX),
    trackingStatus: text(field(context, 'trackingStatus', 'tracking_status'), WORD_MAX),
    triggers:
      listOf(field(told, 'allTriggers', 'all_triggers'), TRIGGERS_MAX, (each) => ({
        triggerId: identifier(field(each, 'id')),
        type: text(field(each, 'type'), WORD_MAX),
        subtype: text(field(each, 'subtype'), WORD_MAX),
        publishedAtMs: decodeInstant(field(each, 'publishedAt', 'published_at')),
      })) ?? [],
    raw: withoutPersonal(withoutNote(told)),
  };
}

/** The seller's own note of the dashboard is kept once, as a note, and not in raw rows. */
const withoutNote = (told: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(told).map(([name, value]) => {
      const context = name === 'userContext' || name === 'user_context' ? asObject(value) : null;
      return context === null ? [name, value] : [name, withoutNoteIn(context)];
    }),
  );
const withoutNoteIn = (context: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(context).filter(([name]) => !/^user_?note$/i.test(name)));

/** What two deliveries of one event have in common, and which rule found it [R-WH-12]. */
function keyOf(
  told: JsonObject,
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
    ['masked-name', identifier(field(told, MASKED))],
    ['only-unknown-name', unknownKey(told)],
    ['funding-id', roundId],
    ['hash', createHash('sha256').update(JSON.stringify(published)).digest('hex')],
  ];
  const [keyRule, eventKey] = candidates.find(([, key]) => key !== null) ?? ['hash', ''];
  return { keyRule, eventKey: eventKey ?? '', roundId };
}

/** The value of the only name that may hold the key; of several, that of one which ends in "id". */
function unknownKey(told: JsonObject): string | null {
  const names = Object.keys(told)
    .filter((name) => !KNOWN.has(name) && !SAME_IN_ALL.test(name) && identifier(told[name]) === told[name])
    .toSorted();
  const name = names.length === 1 ? names[0] : names.find((each) => /id$/i.test(each));
  return name === undefined ? null : identifier(told[name]);
}

/** The round that a funding event tells of; null for other signals, and where its evidence tells nothing. */
function roundOf(trigger: JsonObject, evidence: JsonObject): DecodedEvent['round'] {
  const roundId = identifier(field(evidence, 'fundingId', 'funding_id'));
  const announced = decodeDate(field(evidence, 'announceDate', 'announce_date', 'fundingAnnounceDate'));
  const stage = decodeStage(field(evidence, 'stage')) ?? decodeStage(field(trigger, 'subtype'));
  if (roundId === null && announced.on === null) return null;
  const numeric = number(field(evidence, 'amountNumeric', 'amount_numeric'));
  // Nobody raises nothing: beside "undisclosed", 0 means that it is not known.
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

/** Names without categories: the event lists both, but not which belongs to which. */
function technologiesOf(company: JsonObject): DecodedEvent['technologies'] {
  const names = textList(field(company, 'techStack', 'tech_stack'), TECHNOLOGIES);
  return names === null ? null : names.map((name) => ({ name, categories: [], description: null }));
}

/** A score from 0 to 100; none is not 0 [R-WH-3]. */
function percentOf(value: unknown): number | null {
  const score = number(value);
  return score !== null && score >= 0 && score <= 100 ? score : null;
}
