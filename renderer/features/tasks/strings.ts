import { countText } from '../../lib/format.ts';

/** UI text of the view of all tasks. */
export const allTasks = {
  title: 'Tasks',
  about:
    'Your tasks for all companies. While Roundwatch is running, it reminds you of tasks on the day they’re due.',
  due: (count: number) => `${countText(count)} due today or overdue`,
  find: 'Find a task',
  findPlaceholder: 'Task or company',
  show: 'Show',
  open: (count: number) => `Open ${countText(count)}`,
  done: (count: number) => `Done ${countText(count)}`,
  groups: { overdue: 'Overdue', today: 'Today', later: 'Later', 'no-day': 'No due date', done: 'Done' },
  openCompany: (name: string) => `Open ${name}`,
  none: 'No tasks yet. Open a company and press T to add one.',
  noneDone: 'No completed tasks yet. Tasks you complete appear here.',
  noMatch: (text: string) => `No tasks match “${text}”.`,
  more: (count: number) => `Show ${countText(count)} more`,
  reminders: 'Change reminders',
} as const;
