import { monthsAfter } from '../../shared/model/review/months.ts';
import { callsSent, check, failure, same, type ContractStep } from './suite-kit.ts';

/* Steps that cover the monthly review. They must run after requests have been made in the demo. */

export const reviewSteps: readonly ContractStep[] = [
  {
    name: 'a month that has ended can be reviewed without a request, and no other',
    run: async ({ api }) => {
      const before = await callsSent(api);
      const review = await api.reviews.get({ month: null });
      const { spending, steps, earlier } = review;
      const groups = spending.groups.reduce((sum, { records }) => sum + records, 0);
      same(groups + spending.elsewhere, spending.records.used, 'records');
      same(steps.length, 7, 'steps');
      const again = await api.reviews.get({ month: review.month });
      same(again, review, 'review');
      check(earlier === null || earlier === monthsAfter(review.month, -1), 'earlier month');
      await failure(api.reviews.get({ month: monthsAfter(review.month, 2) }), 'validation');
      same(await callsSent(api), before, 'calls');
    },
  },
  {
    name: 'the note about a month is the user’s own: edited, never overwritten, and undone',
    run: async ({ api }) => {
      const { month } = await api.reviews.get({ month: null });
      const note = await api.reviews.note({ month });
      const base = { month, baseRevision: note.revision };
      const made = await api.reviews.saveNote({ ...base, body: 'Figures', begins: true });
      const error = await failure(api.reviews.saveNote({ ...base, body: 'Other figures' }), 'conflict');
      same(error.reason, 'newer-revision', 'reason');
      same((await api.reviews.note({ month })).body, 'Figures', 'note');
      same((await api.reviews.offer({})).month, null, 'offer of a month with a note');
      check(made.undo !== null, 'no undo');
      await api.marks.undo({ token: made.undo });
      same((await api.reviews.note({ month })).body, note.body, 'note after undo');
      await failure(
        api.reviews.saveNote({ month, body: 'x', baseRevision: 0, workspaceId: 'a'.repeat(16) }),
        'conflict',
      );
    },
  },
];
