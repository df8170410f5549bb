import { countText, plural } from '../../lib/format.ts';

export const allTasks = {
  title: 'Tasks',
  about:
    'Tasks for all companies. The number in the navigation counts only tasks due today or overdue. Roundwatch can remind you of due tasks while it’s running. To add a task, open a company and press T.',
  due: (count: number) => `${countText(count)} due today or overdue`,
  find: 'Find a task',
  findPlaceholder: 'Task or company',
  show: 'Tasks to show',
  open: (count: number) => `Open (${countText(count)})`,
  done: (count: number) => `Done (${countText(count)})`,
  groups: { overdue: 'Overdue', today: 'Today', later: 'Later', 'no-day': 'No due date', done: 'Done' },
  openCompany: (name: string) => `Open ${name}`,
  none: 'No open tasks. Open a company and press T to add one.',
  noneDone: 'No tasks done yet. Tasks you mark as done appear here.',
  noMatch: (text: string) => `No tasks match “${text}”.`,
  more: (count: number) => `Show ${plural(count, 'more task')}`,
  reminders: 'Change reminder settings',
} as const;
