import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { readRules } from '../../day-plan/plan-rules.ts';
import { DOCUMENTED_LIMITS } from '../../quota/policy/costs.ts';
import { publishChange } from '../../user-data/change-events.ts';
import { readReview } from '../../user-data/review/monthly-review.ts';
import { readReviewNote, saveReviewNote } from '../../user-data/review/review-notes.ts';
import { hideReviewOffer, offeredReview } from '../../user-data/review/review-offer.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';

export function createReviewsHandlers(workspaces: Workspaces, publish: Publish): Handlers['reviews'] {
  const now = () => {
    const { clock, governor } = workspaces.current();
    return { nowMs: clock.nowMs(), serverNowMs: governor.serverNowMs() };
  };
  return {
    get: ({ month }) => {
      const { files, search, governor } = workspaces.current();
      const { budgets } = governor.status();
      return readReview(
        {
          files,
          search,
          limitOf: (wanted) =>
            budgets.find(({ budget }) => budget === wanted)?.limit ?? DOCUMENTED_LIMITS[wanted],
          isOnlyMatches: readRules(files.yours).onlyMatches,
          ...now(),
        },
        month,
      );
    },
    offer: () => ({ month: offeredReview(workspaces.current().files, now()) }),
    hideOffer: ({ month }) => {
      hideReviewOffer(workspaces.current().files.ledger, month, now().nowMs);
      publish('reviews', 'onChanged', {});
      return {};
    },
    note: ({ month }) => readReviewNote(workspaces.current().files.yours, month),
    saveNote: ({ workspaceId, ...note }) => {
      const { record, files } = workspaces.current();
      if (workspaceId !== undefined && workspaceId !== record().id)
        throw new AppFailure({ kind: 'conflict', reason: 'other-workspace' });
      const saved = saveReviewNote(files.yours, { ...note, savedAtMs: now().nowMs });
      publishChange(publish, 'review-written', saved);
      return { revision: saved.revision, savedAtMs: saved.savedAtMs, undo: saved.undo };
    },
  };
}
