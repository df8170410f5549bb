import { z } from 'zod';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { HOUR_MS } from '../../../../shared/durations.ts';
import { localDate } from '../../../../shared/local-date.ts';
import type { AssistantMade } from '../../../../shared/model/assistants/assistants.ts';
import { templateBodySchema, templateSubjectSchema } from '../../../../shared/model/template.ts';
import {
  dateSchema,
  statusIdSchema,
  taskTitleSchema,
  type ChangeKind,
} from '../../../../shared/model/user-data.ts';
import { watchlistNamed } from '../../database/queries/yours/lists.ts';
import { templateNamed } from '../../database/queries/yours/templates.ts';
import { watchRule } from '../../database/queries/yours/watched-lists.ts';
import { countAssistantSteps } from '../../database/queries/yours/undo-steps.ts';
import type { ReadDb } from '../../database/sql.ts';
import { readRules } from '../../day-plan/plan-rules.ts';
import { clip } from '../../foundation/clip-text.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import { publishChange } from '../../user-data/change-events.ts';
import { createWatchlists } from '../../user-data/lists.ts';
import { createNotes, NOTE_MAX } from '../../user-data/notes.ts';
import { createStatuses, listStatuses } from '../../user-data/statuses.ts';
import { createTags } from '../../user-data/tags.ts';
import { createTasks } from '../../user-data/tasks.ts';
import { createTemplates } from '../../user-data/templates.ts';
import { recordChange, type Journal } from '../../user-data/undo-journal.ts';
import { defineTool, ToolRefusal, type ToolContext, type ToolReply } from '../tool.ts';
import {
  companyInput,
  companyReply,
  handCompany,
  line,
  nameInput,
  prose,
  type KnownCompany,
} from './tool-parts.ts';
import { refusing } from './refusals.ts';

/*
 * Tools that add to the user's own data. Each change is one undo step, and the client's name is shown with
 * the step and in the timeline. No tool deletes or replaces what the user has written.
 */

/**
 * Maximum number of changes per hour by all clients together. The undo journal keeps only the newest 100
 * steps. Without this limit, changes by clients could soon displace the user's own steps.
 */
const CHANGES_AN_HOUR = 30;

/** Makes one change, records how to undo it, and publishes it. Returns its undo step; null if nothing changed. */
function change(
  context: ToolContext,
  what: ChangeKind,
  work: (journal: Journal, atMs: number) => void,
): string | null {
  const { files, clock } = context.workspace;
  const atMs = clock.nowMs();
  requireRoom(context, atMs);
  const assistant = context.client.name;
  const { recorded } = refusing(() =>
    recordChange(files.yours, { what, atMs, assistant }, (journal) => work(journal, atMs)),
  );
  publishChange(context.publish, what, recorded);
  return recorded.undo;
}

/** @throws ToolRefusal `too-many` */
function requireRoom({ workspace: { files } }: ToolContext, atMs: number): void {
  if (countAssistantSteps(files.yours, atMs - HOUR_MS) >= CHANGES_AN_HOUR)
    throw new ToolRefusal(
      'too-many',
      `Assistants can make at most ${CHANGES_AN_HOUR} changes an hour, and have made them. Nothing was changed.`,
    );
}

const DONE: Readonly<Record<Exclude<AssistantMade, 'proposal'>, string>> = {
  note: 'The text was added to the user’s note.',
  task: 'The task was added.',
  tag: 'The company was tagged.',
  list: 'The company was added to the list.',
  status: 'The status was set.',
  draft: 'The draft was saved. Nothing was sent.',
};

/**
 * Returns the reply to a call that sets data. `step` is null if nothing changed because the data already had
 * the requested value.
 */
const changed = (company: KnownCompany, made: keyof typeof DONE, step: string | null): ToolReply => {
  const name = line(company.companyName, 200);
  return step === null
    ? companyReply(company, { done: null, name, note: 'Nothing changed, because it was already like this.' })
    : companyReply(
        company,
        { done: DONE[made], name, undo: 'The user can undo this in Roundwatch, under Settings, Assistants.' },
        { made, step },
      );
};

export const addNote = defineTool({
  name: 'add_note',
  title: 'Add to a note',
  description: 'Adds text at the end of the user’s note about one company. The user can undo it.',
  permission: 'add',
  readOnly: false,
  input: () =>
    z.strictObject({ ...companyInput(), text: z.string().trim().min(1).max(4_000).describe('Markdown') }),
  run: (context, { company_id, text }) => {
    const company = handCompany(context, company_id);
    const { files, clock } = context.workspace;
    const atMs = clock.nowMs();
    requireRoom(context, atMs);
    const notes = createNotes(files.yours);
    const { body, revision } = notes.get(company_id);
    const added = `${prose(text, 4_000)}\n\n_Added by ${context.client.name}, ${localDate(atMs)}_`;
    const next = body === '' ? added : `${body.trimEnd()}\n\n${added}`;
    if (next.length > NOTE_MAX)
      throw new ToolRefusal('refused', 'The note would become too long. Nothing was added.');
    const saved = refusing(() =>
      notes.save({
        ...company,
        body: next,
        baseRevision: revision,
        savedAtMs: atMs,
        assistant: context.client.name,
      }),
    );
    publishChange(context.publish, 'note-written', saved);
    return changed(company, 'note', saved.undo);
  },
});

export const addTask = defineTool({
  name: 'add_task',
  title: 'Add a task',
  description: 'Adds a task about one company, optionally with a due date. The user can undo it.',
  permission: 'add',
  readOnly: false,
  input: () =>
    z.strictObject({
      ...companyInput(),
      title: taskTitleSchema,
      due_on: dateSchema.optional().describe('Such as 2026-12-01'),
    }),
  run: (context, { company_id, title, due_on }) => {
    const company = handCompany(context, company_id);
    const task = { title: line(title, 500), dueOn: due_on ?? null, dueTime: null };
    requireText(task.title);
    const step = change(context, 'task-added', (journal, atMs) =>
      createTasks(context.workspace.files.yours, journal).add([company], task, atMs),
    );
    return changed(company, 'task', step);
  },
});

export const addTag = defineTool({
  name: 'add_tag',
  title: 'Tag a company',
  description:
    'Gives one company a tag of the user, and creates the tag if there is none of this name. The user can undo it.',
  permission: 'add',
  readOnly: false,
  input: () => z.strictObject({ ...companyInput(), tag: nameInput() }),
  run: (context, { company_id, tag }) => {
    const company = handCompany(context, company_id);
    const name = requireText(line(tag, 80));
    const step = change(context, 'tagged', (journal, atMs) =>
      createTags(context.workspace.files.yours, journal).add([company], name, atMs),
    );
    return changed(company, 'tag', step);
  },
});

export const addToList = defineTool({
  name: 'add_to_list',
  title: 'Add to a list',
  description:
    'Adds one company to a list of the user, and creates the list if there is none of this name. The user can undo it.',
  permission: 'add',
  readOnly: false,
  input: () =>
    z.strictObject({
      ...companyInput(),
      list: nameInput(),
      reason: z.string().trim().max(300).default('').describe('Why the company is on the list'),
    }),
  run: (context, { company_id, list, reason }) => {
    const company = handCompany(context, company_id);
    const { yours } = context.workspace.files;
    const name = requireText(line(list, 80));
    const known = watchlistNamed(yours, fold(name));
    if (known !== null && isFetchedAutomatically(yours, known))
      throw new ToolRefusal(
        'not-allowed',
        'Roundwatch spends records on the companies of this list automatically, so only the user can add to it. Nothing was added.',
      );
    const step = change(context, 'listed', (journal, atMs) => {
      const lists = createWatchlists(yours, journal);
      const id = known === null ? lists.create(name, atMs).id : String(known);
      lists.add({ id, ...company, reason: line(reason, 300), addedAtMs: atMs });
    });
    return changed(company, 'list', step);
  },
});

/**
 * Returns whether requests for the companies of a list are sent automatically, because the list is watched or
 * a rule fetches contacts of its companies. An assistant must not add companies to such a list, because this
 * would spend records.
 */
function isFetchedAutomatically(yours: ReadDb, listId: number): boolean {
  const rule = readRules(yours).lists.find((each) => each.listId === String(listId));
  return watchRule(yours, listId)?.watched === true || rule?.prefetch === true || rule?.reveals === true;
}

export const setStatus = defineTool({
  name: 'set_status',
  title: 'Set the status',
  description:
    'Sets the user’s status of one company to one of the statuses in the user’s pipeline. The user can undo it.',
  permission: 'add',
  readOnly: false,
  input: () =>
    z.strictObject({
      ...companyInput(),
      status: nameInput().describe('Name of a status, from `statuses_to_choose_from` in company_brief'),
    }),
  run: (context, { company_id, status }) => {
    const company = handCompany(context, company_id);
    const { yours } = context.workspace.files;
    const wanted = listStatuses(yours).find(({ name }) => fold(name) === fold(status));
    if (wanted === undefined)
      throw new ToolRefusal(
        'not-found',
        'The user’s pipeline has no status of this name. company_brief lists the statuses.',
      );
    const step = change(context, 'status-set', (journal, atMs) =>
      createStatuses(yours, journal).set([company], statusIdSchema.parse(wanted.id), atMs),
    );
    return changed(company, 'status', step);
  },
});

export const draftMessage = defineTool({
  name: 'draft_message',
  title: 'Draft a message',
  description:
    'Saves a draft of a message to one company among the user’s message templates. It is never sent: the user opens it with Write, edits it and sends it. The user can undo it.',
  permission: 'draft',
  readOnly: false,
  input: () =>
    z.strictObject({
      ...companyInput(),
      subject: templateSubjectSchema.min(1),
      body: templateBodySchema.min(1),
    }),
  run: (context, { company_id, subject, body }) => {
    const company = handCompany(context, company_id);
    const { yours } = context.workspace.files;
    const name = freeName(context, `Draft: ${line(company.companyName, 60)}`);
    const written = { name, subject: line(subject, 200), body: prose(body, 4_000) };
    const step = change(context, 'template-written', (journal, atMs) => {
      createTemplates(yours, journal).create(written, atMs);
    });
    return changed(company, 'draft', step);
  },
});

/** Appends a number to the name if a template already has this name. */
function freeName({ workspace: { files } }: ToolContext, name: string): string {
  let free = name;
  for (let number = 2; templateNamed(files.yours, fold(free)) !== null; number += 1)
    free = `${clip(name, 70)} (${number})`;
  return free;
}

/**
 * Returns `text`. The caller has already removed unsafe characters, so the text may be empty.
 * @throws ToolRefusal if `text` is empty
 */
function requireText(text: string): string {
  return refusing(() => {
    if (text !== '') return text;
    throw new AppFailure({
      kind: 'validation',
      issues: [{ path: 'text', message: 'The text contains no readable characters.' }],
    });
  });
}
