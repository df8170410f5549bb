import type { Task } from '../../../../shared/model/user-data.ts';
import type { TaskFields } from '../../../session/company-drafts.svelte.ts';
import { parseDue, type Due } from '../../lists/due/due-input.ts';

export const NEW_TASK: Readonly<TaskFields> = { title: '', dueOn: '', dueTime: '' };

export const taskFields = ({ title, dueOn, dueTime }: Task): TaskFields => ({
  title,
  dueOn: dueOn ?? '',
  dueTime: dueTime ?? '',
});

/** Returns the task that the user entered. The form has already validated the due date and time. */
export const taskOf = (
  { title, ...due }: TaskFields,
  today: string,
): { readonly title: string; readonly due: Due } => ({
  title: title.trim(),
  due: parseDue(due, today) ?? { dueOn: null, dueTime: null },
});
