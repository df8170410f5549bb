import { plural } from '../../lib/format.ts';

/** First steps in the demo. */
export const onboarding = {
  title: 'First steps',
  far: (done: number, total: number) => `${done} of ${total}`,
  steps: {
    move: 'Go through a list',
    save: 'Save a company',
    note: 'Write a note',
    fetch: 'Fetch at a price',
    palette: 'Find any command',
    quota: 'See what is left',
  },
  hints: {
    move: 'Run a search. Then Enter opens, J and K move.',
    save: 'With a company open, S puts it on a list.',
    note: 'N opens its note. Writing is never sent anywhere.',
    fetch: 'P fetches its profile, at the price on the button.',
    palette: 'Every command is in the palette, with its key.',
    quota: 'Every budget, when it resets, what was spent.',
  },
  keys: { move: 'j', save: 's', note: 'n', fetch: 'p', palette: 'Mod+K', quota: 'g q' },
  isDone: 'done',
  now: 'now',
  skip: 'Skip these steps',
  resume: 'Show the first steps',
  hidden: 'First steps put away. The palette has them.',
  over: 'You know your way around.',
  overNext: 'Move the clock in Demo controls, or bring your own account.',
  connect: 'Use your account',
  close: 'Close',
} as const;

/** What a journey in the demo's time changed. */
export const travelled = {
  windows: (count: number) => `${plural(count, 'window')} closed`,
  month: 'the month’s budgets are new',
  day: 'the day’s budgets are new',
  snoozes: (count: number) => (count === 1 ? '1 snooze is over' : `${count} snoozes are over`),
  nothing: 'nothing closed',
} as const;
