import { z } from 'zod';
import { costSchema, endpointSchema, laneSchema, timeMsSchema } from './budget.ts';
import { amountSchema, sourceSchema } from './company.ts';
import { fieldKindSchema } from './link.ts';
import { ASSISTANT_NAME_CHARS_MAX } from './assistants/assistant-limits.ts';
import { answerSchema, channelSchema, dateSchema, statusIdSchema, timeOfDaySchema } from './user-data.ts';
import { countSchema as count } from './atoms.ts';

/*
 * A company's timeline, newest first: facts from the service, requests, and the user's actions. The app
 * stores an entry when the user copies a field, opens a link, changes the status, or blocks or erases a
 * contact. All other entries are derived from other stored data.
 */

/**
 * Distinguishes entries with the same time. `key` and `atMs` together identify a position in the timeline.
 */
const key = z.string().max(300);
const place = { key, atMs: timeMsSchema };
const text = z.string().max(500);
/** Name of the assistant that made the change; absent if the user made it. */
const byAssistant = { assistant: z.string().max(ASSISTANT_NAME_CHARS_MAX).optional() };

const factSchema = z.discriminatedUnion('what', [
  /** `atMs` is the start of the announcement day in UTC. */
  z.strictObject({
    what: z.literal('round'),
    ...place,
    stage: z.string().max(100).nullable(),
    amount: amountSchema.nullable(),
    source: sourceSchema,
  }),
  /**
   * `dated`: whether `atMs` is a time that the service returned. If false, `atMs` is the time of the fetch.
   */
  z.strictObject({
    what: z.literal('highlight'),
    ...place,
    text,
    origin: z.string().max(50),
    dated: z.boolean(),
  }),
  z.strictObject({
    what: z.literal('article'),
    ...place,
    title: text,
    articleId: z.string().max(200),
    dated: z.boolean(),
  }),
  /** Open roles first seen on the same UTC day. `title` is the title of one of them. */
  z.strictObject({ what: z.literal('roles-seen'), ...place, count, title: text.nullable() }),
  /** Open roles that were missing from a later complete fetch. */
  z.strictObject({ what: z.literal('roles-gone'), ...place, count, title: text.nullable() }),
  /**
   * A request about this company. `not-found`: a 404, which is free. `unknown`: the response was lost, and
   * the request counts as spent.
   */
  z.strictObject({
    what: z.literal('call'),
    ...place,
    endpoint: endpointSchema,
    outcome: z.enum(['spent', 'not-found', 'unknown']),
    cost: costSchema,
    lane: laneSchema.nullable(),
  }),
  z.strictObject({ what: z.literal('first-seen'), ...place }),
  /** The service returned a 404 for a company that it had returned before. */
  z.strictObject({ what: z.literal('gone'), ...place }),
]);

/**
 * `personId` is the contact's id from `companies.people`; null if the entry is not about a contact
 * (`aboutPerson` is false) or the contact is no longer stored.
 */
const person = { personId: z.string().max(200).nullable(), aboutPerson: z.boolean() };

export const actionSchema = z.discriminatedUnion('what', [
  /** A revision of the note. `isFirst` is true for the oldest one, which added the note. */
  z.strictObject({ what: z.literal('note'), ...place, ...byAssistant, isFirst: z.boolean() }),
  /**
   * If the user cleared the status, `statusId` and `name` are null. If the status itself was deleted, only
   * `name` is null.
   */
  z.strictObject({
    what: z.literal('status'),
    ...place,
    ...byAssistant,
    statusId: statusIdSchema.nullable(),
    name: z.string().max(80).nullable(),
  }),
  z.strictObject({ what: z.literal('tagged'), ...place, ...byAssistant, name: z.string().max(80) }),
  z.strictObject({
    what: z.literal('listed'),
    ...place,
    ...byAssistant,
    name: z.string().max(200),
    reason: text,
  }),
  z.strictObject({
    what: z.literal('task-added'),
    ...place,
    ...byAssistant,
    title: text,
    dueOn: dateSchema.nullable(),
    dueTime: timeOfDaySchema.nullable(),
  }),
  z.strictObject({ what: z.literal('task-done'), ...place, title: text }),
  /**
   * A contact log entry. It has a date but no time. If the entry was logged on its own date, `atMs` is the
   * time of logging; otherwise, it is 00:00 UTC on that date.
   */
  z.strictObject({
    what: z.literal('contact'),
    ...place,
    ...person,
    channel: channelSchema,
    line: text,
    answer: answerSchema.nullable(),
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
