import { z } from 'zod';
import { costSchema, endpointSchema, laneSchema, timeMsSchema } from './budget.ts';
import { amountSchema, sourceSchema } from './company.ts';
import { fieldKindSchema } from './link.ts';
import { channelSchema, dateSchema, statusIdSchema } from './words.ts';

/*
 * What happened with a company, newest first: what the service told of it and when it was asked, and what the seller did.
 * Nothing is written for the sake of the timeline but copies, openings, statuses and who was suppressed; everything else is
 * read from where it stands.
 */

/** Tells entries of one moment apart; with `atMs` it is a place in the timeline. */
const key = z.string().max(300);
const place = { key, atMs: timeMsSchema };
const count = z.int().min(0);
const text = z.string().max(500);

export const factSchema = z.discriminatedUnion('what', [
  /** Announced on a day: `atMs` is its beginning in UTC. */
  z.strictObject({
    ...{ what: z.literal('round'), ...place },
    stage: z.string().max(100).nullable(),
    amount: amountSchema.nullable(),
    source: sourceSchema,
  }),
  /** `dated`: the service told when; else it is when it was fetched. */
  z.strictObject({
    ...{ what: z.literal('highlight'), ...place },
    text,
    origin: z.string().max(50),
    dated: z.boolean(),
  }),
  z.strictObject({
    ...{ what: z.literal('article'), ...place },
    title: text,
    articleId: z.string().max(200),
    dated: z.boolean(),
  }),
  /** Open roles that were first seen on one UTC day; `title` is one of them. */
  z.strictObject({ what: z.literal('roles-seen'), ...place, count, title: text.nullable() }),
  /** Open roles that a complete fetch did not list any more. */
  z.strictObject({ what: z.literal('roles-gone'), ...place, count, title: text.nullable() }),
  /** A call below this company. `not-found`: a 404, free. `unknown`: its answer was lost; it counts as spent. */
  z.strictObject({
    ...{ what: z.literal('call'), ...place },
    endpoint: endpointSchema,
    outcome: z.enum(['spent', 'not-found', 'unknown']),
    cost: costSchema,
    lane: laneSchema.nullable(),
  }),
  z.strictObject({ what: z.literal('first-seen'), ...place }),
  /** The service did not know it any more. */
  z.strictObject({ what: z.literal('gone'), ...place }),
]);

/** Whom it was about, as `companies.people` numbers them; null also where that person is not kept any more. */
const person = { personId: z.string().max(200).nullable(), aboutPerson: z.boolean() };

export const actionSchema = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('note'), ...place, revision: z.int().min(1) }),
  /** Null: it was taken off. */
  z.strictObject({
    ...{ what: z.literal('status'), ...place },
    statusId: statusIdSchema.nullable(),
    name: z.string().max(80).nullable(),
  }),
  z.strictObject({ what: z.literal('tagged'), ...place, name: z.string().max(80) }),
  z.strictObject({ what: z.literal('listed'), ...place, name: z.string().max(200), reason: text }),
  z.strictObject({ what: z.literal('task-added'), ...place, title: text, dueOn: dateSchema.nullable() }),
  z.strictObject({ what: z.literal('task-done'), ...place, title: text }),
  /** On a day of the seller's calendar: `atMs` is its beginning in UTC. */
  z.strictObject({
    ...{ what: z.literal('contact'), ...place, ...person },
    channel: channelSchema,
    line: text,
  }),
  z.strictObject({ what: z.literal('copied'), ...place, ...person, field: fieldKindSchema }),
  z.strictObject({ what: z.literal('opened'), ...place, ...person, field: fieldKindSchema }),
  z.strictObject({ what: z.literal('suppressed'), ...place }),
  z.strictObject({ what: z.literal('erased-person'), ...place }),
]);

export const timelineEntrySchema = z.union([factSchema, actionSchema]);
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
export type TimelineFact = z.infer<typeof factSchema>;
export type TimelineAction = z.infer<typeof actionSchema>;

export const timelineShowSchema = z.enum(['all', 'facts', 'own']);
export type TimelineShow = z.infer<typeof timelineShowSchema>;
export const timelinePlaceSchema = z.strictObject(place);
export type TimelinePlace = z.infer<typeof timelinePlaceSchema>;
