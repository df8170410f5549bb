import { localDate } from '../../../../shared/local-date.ts';
import { contactLogOf } from '../../user-data/contact-log.ts';
import { createWatchlistReads } from '../../user-data/lists.ts';
import { createNotes } from '../../user-data/notes.ts';
import { listStatuses, statusOfCompany } from '../../user-data/statuses.ts';
import { tagsOfCompany } from '../../user-data/tags.ts';
import { tasksOf } from '../../user-data/tasks.ts';
import type { ReadItem, ToolContext } from '../tool.ts';
import { line, prose, type JsonObject } from './tool-parts.ts';

const TASKS_MAX = 10;
const LOG_MAX = 5;
const NOTE_CHARS_MAX = 8_000;

interface OwnData {
  readonly data: JsonObject;
  readonly read: readonly ReadItem[];
}

/**
 * Returns the user's own data about a company. Texts that the user has written are included only if the
 * client may read notes. `read` lists the included texts.
 */
export function ownDataOf(context: ToolContext, companyId: string): OwnData {
  const { yours } = context.workspace.files;
  const written = context.client.may('notes') ? writtenAbout(context, companyId) : { data: {}, read: [] };
  return {
    data: {
      status: statusOfCompany(yours, companyId)?.name ?? null,
      statuses_to_choose_from: listStatuses(yours).map(({ name }) => line(name, 80)),
      tags: tagsOfCompany(yours, companyId).map(({ name }) => line(name, 80)),
      lists: createWatchlistReads(yours)
        .reasons(companyId)
        .map(({ name }) => line(name, 200)),
      ...written.data,
    },
    read: written.read,
  };
}

/** Returns the note, the open tasks and the latest entries of the contact log. */
export function writtenAbout({ workspace: { files } }: ToolContext, companyId: string): OwnData {
  const { body, savedAtMs } = createNotes(files.yours).get(companyId);
  const { tasks } = tasksOf(files.yours, companyId, { offset: 0, limit: 50 });
  const { entries } = contactLogOf(files, companyId, { offset: 0, limit: LOG_MAX });
  const open = tasks.filter(({ doneAtMs }) => doneAtMs === null).slice(0, TASKS_MAX);
  return {
    data: {
      note: body === '' ? null : prose(body, NOTE_CHARS_MAX),
      note_saved_on: body === '' || savedAtMs === null ? null : localDate(savedAtMs),
      tasks: open.map(({ title, dueOn }) => ({ title: line(title, 500), due_on: dueOn })),
      contact_log: entries.map((entry) => ({
        on: entry.happenedOn,
        channel: entry.channel,
        answer: entry.answer,
        text: line(entry.line, 500),
      })),
    },
    read: [
      ...(body === '' ? [] : [{ kind: 'note', itemId: companyId, companyId, amount: 1 } as const]),
      ...open.map(({ id }) => ({ kind: 'task', itemId: id, companyId, amount: 1 }) as const),
      ...entries.map(({ id }) => ({ kind: 'log-entry', itemId: id, companyId, amount: 1 }) as const),
    ],
  };
}
