import { AppFailure } from '../../../shared/app-failure.ts';
import type { Task } from '../../../shared/model/user-data.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { dayPlan, gapText, today as strings } from './strings.ts';
import type { App } from '../../session/app.svelte.ts';
import type { DayPlan } from './day-plan.svelte.ts';
import { removeFromToday } from './remove-from-today.ts';
import type { Today } from './today.svelte.ts';
import { isSafeToQueue, queue, queueWhenOffline } from '../../session/queue-when-offline.ts';
import type { PlanRules } from '../../../shared/model/plan.ts';
import type { Preview } from '../../../shared/model/budget.ts';

/** Marks all signals as seen. The user can undo this. */
export const markAllSeen = (app: App, today: Today): Promise<boolean> =>
  app.change(async () => {
    const { undo, marked } = await app.api.signals.markSeen({ ids: null });
    app.undo.offer(strings.marked(marked), undo, () => today.refresh());
  });

export const finishTask = (app: App, today: Today, task: Task): Promise<boolean> =>
  removeFromToday(app, today, [task.id], async () => {
    const { undo } = await app.api.tasks.setDone({ ids: [task.id], done: true });
    return { undo, message: strings.taskFinished(safeLine(task.title, 80)) };
  });

/** Runs the plan's requests at the price shown. The plan shows each receipt as it arrives. */
export const approvePlan = (
  app: App,
  plan: DayPlan,
  keys: readonly string[],
  preview: Preview | null,
): Promise<boolean> =>
  app.attempt(async () => {
    if (preview !== null) await plan.approve(keys, preview);
  });

type CatchUpResult = NonNullable<Awaited<ReturnType<DayPlan['catchUp']>>>;

/**
 * Fetches the rounds in a gap at the price that the button shows. While the app is offline, the request is
 * queued instead.
 */
export const catchUp = (app: App, plan: DayPlan, screen: 'today' | 'signals'): Promise<boolean> =>
  app.attempt(async () => {
    const request = { ask: { kind: 'catch-up' }, preview: plan.gapPrice(screen), screen } as const;
    if (await queueWhenOffline(app, request)) return;
    const result = await plan.catchUp(screen).catch(async (error: unknown) => {
      if (!isSafeToQueue(app.toAppError(error))) throw error;
      await queue(app, request);
      return null;
    });
    if (result !== null) reportCatchUp(app, result);
  });

/**
 * Shows the result of catching up.
 *
 * @throws AppFailure if catching up stopped early. The remaining requests are not queued: the user accepted a
 * price for the whole catch-up, not for the rest of it
 */
function reportCatchUp(app: App, { news, receipts, stopped }: CatchUpResult): void {
  for (const receipt of receipts) app.receive(receipt);
  const link = { label: gapText.show, run: () => void app.attempt(() => openCaughtUpRounds(app)) };
  if (stopped === null || news > 0) app.toasts.show(gapText.caught(news), news === 0 ? {} : { link });
  if (stopped !== null) throw new AppFailure(stopped);
}

/** Shows the fetched rounds on the Search screen. Loads the code of that screen if necessary. */
export async function openCaughtUpRounds(app: App): Promise<void> {
  const { set } = await app.api.search.last({ list: 'fundings' });
  const { Search, savedSearchesOf } = await import('../search/index.ts');
  const search = app.stateFor('search', () => new Search(app.api));
  app.navigation.go('search');
  if (set === null) return;
  // The form will contain the catch-up's filters. No saved search may count as open, because saving these
  // filters would overwrite it.
  savedSearchesOf(app).openId = null;
  // Preserves the number of rows that the user set in the form, because `fillForm` replaces it with the
  // catch-up's number of rows.
  const { rows } = search.form;
  search.fillForm(set.question, 0);
  search.form.rows = rows;
  await search.openSet(set);
}

export const saveRules = (app: App, plan: DayPlan, rules: PlanRules): Promise<boolean> =>
  app.change(async () => {
    const undo = await plan.setRules(rules);
    app.undo.offer(dayPlan.rule.saved, undo, () => plan.refresh());
  });
