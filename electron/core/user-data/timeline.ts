import { answerSchema, channelSchema, statusIdSchema } from '../../../shared/model/user-data.ts';
import { fieldKindSchema } from '../../../shared/model/link.ts';
import type {
  TimelineAction,
  TimelineEntry,
  TimelineFact,
  TimelinePlace,
  TimelineShow,
} from '../../../shared/model/timeline.ts';
import {
  articlesAfter,
  countFacts,
  highlightsAfter,
  ownTimes,
  rolesRemoved,
  rolesSeen,
  roundsAfter,
} from '../database/queries/cache/timeline.ts';
import { callsBelow, countCalls } from '../database/queries/ledger/timeline.ts';
import { assistantMarksOf } from '../database/queries/yours/assistants/assistant-marks.ts';
import type { TimelinePosition } from '../database/queries/timeline-order.ts';
import {
  userActionsAfter,
  contactEntriesAfter,
  countOwn,
  listsJoined,
  notesWritten,
  tagsSet,
  tasksAfter,
  type TimelineUserAction,
} from '../database/queries/yours/timeline.ts';
import type { ReadDb } from '../database/sql.ts';
import { createContactResolver, type ContactResolver } from './resolve-contact.ts';
import { clip, clipOrNull } from '../foundation/clip-text.ts';
import { amountRow } from '../database/queries/cache/company-row.ts';

const TEXT_MAX = 500;
const TITLE_MAX = 500;

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
  readonly ledger: ReadDb;
}
interface TimelineRequest {
  readonly companyId: string;
  readonly show: TimelineShow;
  /** The last entry of the previous page; null for the first page. */
  readonly after: TimelinePlace | null;
  readonly limit: number;
}

/** A position later than any entry. */
const THE_END: TimelinePlace = { atMs: 8.64e15, key: '' };

/**
 * Returns one page of a company's timeline, newest first. Reads at most `limit + 1` entries from each table,
 * so a page of a long history loads as fast as a page of a short one.
 */
export function timelineOf(
  files: Files,
  { companyId, show, after, limit }: TimelineRequest,
): { entries: TimelineEntry[]; more: boolean; totals: { facts: number; own: number } } {
  const from: TimelinePosition = { companyId, ...(after ?? THE_END), limit: limit + 1 };
  const found: TimelineEntry[] = [
    ...(show === 'own' ? [] : factsFrom(files, from)),
    ...(show === 'facts' ? [] : actionsFrom(files, from)),
  ].sort(newestFirst);
  return {
    entries: withAssistants(files.yours, companyId, found.slice(0, limit)),
    more: found.length > limit,
    totals: {
      facts: countFacts(files.cache, companyId) + countCalls(files.ledger, companyId),
      own: countOwn(files.yours, companyId),
    },
  };
}

/** Adds the name of the assistant to the entries that an assistant made. */
function withAssistants(
  yours: ReadDb,
  companyId: string,
  entries: readonly TimelineEntry[],
): TimelineEntry[] {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return [];
  const marks = assistantMarksOf(yours, { companyId, fromMs: last.atMs, untilMs: first.atMs });
  const names = new Map(marks.map(({ key, atMs, clientName }) => [`${key} ${atMs}`, clientName]));
  return entries.map((entry) => {
    const assistant = names.get(`${entry.key} ${entry.atMs}`);
    return assistant !== undefined && isOwn(entry) ? { ...entry, assistant } : entry;
  });
}

const isOwn = (
  entry: TimelineEntry,
): entry is Extract<TimelineAction, { readonly assistant?: string | undefined }> =>
  ['note', 'status', 'tagged', 'listed', 'task-added'].includes(entry.what);

/** Sorts like SQLite: by time, then by the bytes of the key. */
const newestFirst = (a: TimelinePlace, b: TimelinePlace): number =>
  b.atMs - a.atMs || Buffer.compare(Buffer.from(b.key), Buffer.from(a.key));

function factsFrom({ cache, ledger }: Files, from: TimelinePosition): TimelineFact[] {
  return [
    ...roundsAfter(cache, from).map(({ stage, amount, ...place }) => ({
      what: 'round' as const,
      ...placed(place),
      source: place.source,
      stage: clipOrNull(stage, 100),
      amount: amountRow(amount),
    })),
    ...highlightsAfter(cache, from).map(({ text, origin, dated, ...place }) => ({
      what: 'highlight' as const,
      ...placed(place),
      dated,
      text: clip(text, TEXT_MAX),
      origin: clip(origin, 50),
    })),
    ...articlesAfter(cache, from).map(({ text, articleId, dated, ...place }) => ({
      what: 'article' as const,
      ...placed(place),
      dated,
      title: clip(text, TITLE_MAX),
      articleId: clip(articleId, 200),
    })),
    ...rolesSeen(cache, from).map(({ title, ...place }) => ({
      what: 'roles-seen' as const,
      ...place,
      title: clipOrNull(title, TITLE_MAX),
    })),
    ...rolesRemoved(cache, from).map(({ title, ...place }) => ({
      what: 'roles-gone' as const,
      ...place,
      title: clipOrNull(title, TITLE_MAX),
    })),
    ...ownTimes(cache, from),
    ...callsBelow(ledger, from),
  ];
}

function actionsFrom({ yours, cache }: Files, from: TimelinePosition): TimelineAction[] {
  const who = createContactResolver({ yours, cache }, from.companyId);
  return [
    ...notesWritten(yours, from).map((note) => ({ what: 'note' as const, ...note })),
    ...tagsSet(yours, from).map((tag) => ({
      what: 'tagged' as const,
      ...tag,
      name: clip(tag.name, 80),
    })),
    ...listsJoined(yours, from).map((list) => ({
      what: 'listed' as const,
      ...list,
      name: clip(list.name, 200),
      reason: clip(list.reason, TEXT_MAX),
    })),
    ...tasksAfter(yours, from).map(({ what, title, dueOn, dueTime, ...place }) => {
      const task = { ...place, title: clip(title, TITLE_MAX) };
      return what === 'task-done' ? { what, ...task } : { what, ...task, dueOn, dueTime };
    }),
    ...contactEntriesAfter(yours, from).map(({ personRefId, channel, line, answer, ...place }) => ({
      what: 'contact' as const,
      ...place,
      ...who(personRefId),
      channel: channelSchema.parse(channel),
      line: clip(line, TEXT_MAX),
      answer: answerSchema.nullable().catch(null).parse(answer),
    })),
    ...userActionsAfter(yours, from).flatMap((act) => actionOf(act, who)),
  ];
}

/**
 * Converts a stored action to a timeline entry. Returns an empty array if this version of the app cannot
 * interpret the action.
 */
function actionOf(act: TimelineUserAction, who: ContactResolver): TimelineAction[] {
  const place = placed(act);
  switch (act.what) {
    case 'copied':
    case 'opened': {
      const field = fieldKindSchema.safeParse(act.about);
      return field.success ? [{ what: act.what, ...place, ...who(act.personRefId), field: field.data }] : [];
    }
    case 'status': {
      const statusId = act.about === null ? null : statusIdSchema.safeParse(act.about).data;
      return statusId === undefined
        ? []
        : [{ what: 'status', ...place, statusId, name: clipOrNull(act.statusName, 80) }];
    }
    case 'suppressed':
    case 'erased-person':
      return [{ what: act.what, ...place }];
    default:
      return [];
  }
}

const placed = ({ key, atMs }: TimelinePlace): TimelinePlace => ({ key, atMs });
