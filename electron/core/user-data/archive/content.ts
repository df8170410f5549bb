import { z } from 'zod';
import { buyerRolesSchema } from '../../../../shared/model/buyer-roles.ts';
import { companyIdSchema, NAME_MAX } from '../../../../shared/model/company.ts';
import { fitWeightsSchema, marketSchema } from '../../../../shared/model/market.ts';
import { OURS_LINES_MAX } from '../../../../shared/model/ours/ours-kinds.ts';
import { oursKindSchema } from '../../../../shared/model/ours/ours.ts';
import { planRulesSchema } from '../../../../shared/model/plan.ts';
import { monthSchema } from '../../../../shared/model/review/monthly-review.ts';
import { REVIEW_NOTE_MAX } from '../../../../shared/model/review/review-values.ts';
import { savedQuerySchema } from '../../../../shared/model/saved-search.ts';
import { savedQuestionSchema } from '../../../../shared/model/saved-filter.ts';
import { followUpRulesSchema } from '../../../../shared/model/settings/follow-ups.ts';
import { templateBodySchema, templateSubjectSchema } from '../../../../shared/model/template.ts';
import {
  answerSchema,
  channelSchema,
  contactLineSchema,
  dateSchema,
  markNameSchema,
  statusIdSchema,
  taskTitleSchema,
  timeOfDaySchema,
} from '../../../../shared/model/user-data.ts';
import { watchlistNameSchema } from '../../../../shared/model/watchlist.ts';

/*
 * The user's own data in an archive. Of this data, only company ids and names come from the service. Lists,
 * tags, statuses and contact log entries have ids that are valid only within the archive (`ref`).
 */

/** Maximum number of items of one type. */
export const ITEMS_MAX = 200_000;
const VERSIONS_MAX = 10_000;
const BODY_MAX = 200_000;
/** No user saves a note a billion times. The limit only ensures that an import can still add revisions. */
const REVISION_MAX = 1_000_000_000;
const revision = z.int().min(1).max(REVISION_MAX);

/** Unix time in ms. An integer, as in the database. */
const timeMs = z.int().min(-8.64e15).max(8.64e15);
const ref = z.string().min(1).max(60);
const company = { companyId: companyIdSchema, companyName: z.string().max(NAME_MAX) };
const body = z.string().max(BODY_MAX);
const investorName = z.string().min(1).max(NAME_MAX);

const isAscending = (versions: readonly { readonly revision: number }[]): boolean =>
  versions.every((version, index) => index === 0 || version.revision > (versions[index - 1]?.revision ?? 0));

/** The versions are sorted, oldest first. The last one is the note's current text. */
const noteSchema = z.strictObject({
  ...company,
  versions: z
    .array(z.strictObject({ revision, savedAtMs: timeMs, body }))
    .min(1)
    .max(VERSIONS_MAX)
    .refine(isAscending),
});

const named = { ref, name: markNameSchema, createdAtMs: timeMs };

/** A saved view refers to lists, tags and the user's own statuses by `ref`. */
const savedViewSchema = z.strictObject({
  name: markNameSchema,
  createdAtMs: timeMs,
  question: savedQuestionSchema,
});

export const ITEM_SCHEMAS = {
  notes: noteSchema,
  reviewNotes: z.strictObject({
    month: monthSchema,
    savedAtMs: timeMs,
    revision,
    body: z.string().min(1).max(REVIEW_NOTE_MAX),
  }),
  contactLog: z.strictObject({
    ...company,
    ref,
    happenedOn: dateSchema,
    channel: channelSchema,
    line: contactLineSchema,
    answer: answerSchema.nullable(),
    createdAtMs: timeMs,
  }),
  tasks: z.strictObject({
    ...company,
    title: taskTitleSchema,
    dueOn: dateSchema.nullable(),
    dueTime: timeOfDaySchema.nullable(),
    snoozedUntil: dateSchema.nullable(),
    createdAtMs: timeMs,
    doneAtMs: timeMs.nullable(),
    /** The contact log entry that the task follows up on. */
    follows: ref.nullable(),
  }),
  tags: z.strictObject(named),
  companyTags: z.strictObject({ ...company, tag: ref, addedAtMs: timeMs }),
  lists: z.strictObject({ ...named, name: watchlistNameSchema }),
  listEntries: z.strictObject({ ...company, list: ref, reason: z.string().max(500), addedAtMs: timeMs }),
  /**
   * How often a list is refreshed, and its monthly cap. The archive does not record whether the rule is on.
   */
  watchRules: z.strictObject({
    list: ref,
    refreshDays: z.int().min(1).max(90),
    recordsAMonth: z.int().min(0).max(100_000),
    sinceMs: timeMs,
  }),
  statuses: z.strictObject({
    ref: statusIdSchema,
    name: markNameSchema,
    position: z.int().min(-8.64e15).max(8.64e15),
  }),
  companyStatuses: z.strictObject({ ...company, status: statusIdSchema, setAtMs: timeMs }),
  triage: z.strictObject({
    ...company,
    untilMs: timeMs.nullable(),
    setAtMs: timeMs,
    actedAtMs: timeMs,
  }),
  templates: z.strictObject({
    name: markNameSchema,
    subject: templateSubjectSchema,
    body: templateBodySchema,
    createdAtMs: timeMs,
    changedAtMs: timeMs,
  }),
  savedSearches: z.strictObject({
    name: markNameSchema,
    search: savedQuerySchema,
    position: z.int(),
    createdAtMs: timeMs,
  }),
  savedViews: savedViewSchema,
  market: z.discriminatedUnion('name', [
    z.strictObject({ name: z.literal('market'), value: marketSchema, setAtMs: timeMs }),
    z.strictObject({ name: z.literal('fit-weights'), value: fitWeightsSchema, setAtMs: timeMs }),
    z.strictObject({ name: z.literal('buyer-roles'), value: buyerRolesSchema, setAtMs: timeMs }),
  ]),
  followUpRules: z.strictObject({ value: followUpRulesSchema, setAtMs: timeMs }),
  /** The rules of the day plan, with automatic spending switched off. They refer to lists by `ref`. */
  planRules: z.strictObject({ value: planRulesSchema, setAtMs: timeMs }),
  oursImports: z.strictObject({
    kind: oursKindSchema,
    source: z.string().max(200),
    importedAtMs: timeMs,
    lines: z.array(z.string().min(1).max(300)).max(OURS_LINES_MAX),
  }),
  oursDecisions: z.strictObject({
    companyId: companyIdSchema,
    matchKey: z.string().min(1).max(NAME_MAX),
    isSame: z.boolean(),
    decidedAtMs: timeMs,
  }),
  investorWatches: z.strictObject({ name: investorName, sinceMs: timeMs, seenUpToMs: timeMs }),
  investorMerges: z.strictObject({ name: investorName, intoName: investorName, mergedAtMs: timeMs }),
  investorDistinct: z.strictObject({ name: investorName, otherName: investorName, setAtMs: timeMs }),
};
export type ItemType = keyof typeof ITEM_SCHEMAS;
export type ItemOf<T extends ItemType> = z.infer<(typeof ITEM_SCHEMAS)[T]>;
export const ITEM_TYPES = Object.keys(ITEM_SCHEMAS) as ItemType[];
export type ArchiveContent = { readonly [T in ItemType]: readonly ItemOf<T>[] };

/** Returns an archive without any data, for sources that fill in only some types. */
export const emptyContent = (): { [T in ItemType]: ItemOf<T>[] } => ({
  notes: [],
  reviewNotes: [],
  contactLog: [],
  tasks: [],
  tags: [],
  companyTags: [],
  lists: [],
  listEntries: [],
  watchRules: [],
  statuses: [],
  companyStatuses: [],
  triage: [],
  templates: [],
  savedSearches: [],
  savedViews: [],
  market: [],
  followUpRules: [],
  planRules: [],
  oursImports: [],
  oursDecisions: [],
  investorWatches: [],
  investorMerges: [],
  investorDistinct: [],
});
