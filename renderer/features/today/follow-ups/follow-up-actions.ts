import type { DueFollowUp } from '../../../../shared/model/settings/follow-ups.ts';
import type { Answer } from '../../../../shared/model/user-data.ts';
import { safeName } from '../../../lib/safe-text.ts';
import { dayText } from '../../company/user-data/due-text.ts';
import { pendingMessage } from '../../company/contacts/pending-message.svelte.ts';
import { today as strings } from '../strings.ts';
import type { App } from '../../../session/app.svelte.ts';
import { removeFromToday } from '../remove-from-today.ts';
import type { Today } from '../today.svelte.ts';

/** The actions on a due follow-up. The user can undo all of them, and none sends anything. */
export const followUpActions = {
  /** Marks the due follow-ups of the contact as done. */
  finish: (app: App, today: Today, { taskIds, companyName }: DueFollowUp): Promise<boolean> =>
    removeFromToday(app, today, taskIds, async () => {
      const { undo } = await app.api.tasks.setDone({ ids: [...taskIds], done: true });
      return { undo, message: strings.followUp.finished(safeName(companyName)) };
    }),

  snooze: (app: App, today: Today, { taskIds, companyName }: DueFollowUp, until: string): Promise<boolean> =>
    removeFromToday(app, today, taskIds, async () => {
      const { undo } = await app.api.tasks.snooze({ ids: [...taskIds], until });
      return { undo, message: strings.followUp.snoozed(safeName(companyName), dayText(until, today.day)) };
    }),

  /** Logs an answer, which completes all follow-ups of the company. */
  answer: async (app: App, today: Today, followUp: DueFollowUp, given: Answer): Promise<boolean> => {
    const { logAnswer } = await import('../../company/user-data/follow-ups.svelte.ts');
    const { companyId, companyName, contacted } = followUp;
    const personId = await personOf(app, followUp);
    const name = safeName(companyName);
    return logAnswer(app, { companyId, name, personId, channel: contacted.channel }, given, () =>
      today.refresh(),
    );
  },

  /**
   * Opens the company and then the message dialog, with the contact and the next template already selected.
   */
  write: (app: App, followUp: DueFollowUp): Promise<boolean> =>
    app.attempt(async () => {
      const [{ nextTemplate }, { templates }, personId] = await Promise.all([
        import('../../company/contacts/next-template.ts'),
        app.api.templates.list({}),
        personOf(app, followUp),
      ]);
      const { companyId, contacted, number } = followUp;
      const template = nextTemplate(templates, contacted.line, number);
      pendingMessage(app).ask({ companyId, personId, templateId: template?.id ?? null });
      app.navigation.openCompany(companyId);
    }),
} as const;

/**
 * Returns the id of a follow-up's contact; null if the follow-up has no contact, or if the contact is no
 * longer stored.
 */
async function personOf(app: App, { companyId, entryId }: DueFollowUp): Promise<string | null> {
  const { chains } = await app.api.followUps.of({ companyId });
  return chains.find((chain) => chain.entryId === entryId)?.personId ?? null;
}
