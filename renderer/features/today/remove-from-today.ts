import type { App } from '../../session/app.svelte.ts';
import { companyOfLine } from './today-lines.ts';
import type { Today } from './today.svelte.ts';

interface Saved {
  readonly message: string;
  readonly undo: string | null;
}

/**
 * Saves a change that removes tasks from Today. Hides their rows at once, so the next key press applies
 * to the next row, and shows them again if the change fails.
 */
export async function removeFromToday(
  app: App,
  today: Today,
  taskIds: readonly string[],
  change: () => Promise<Saved>,
): Promise<boolean> {
  const endHiding = today.hideTasks(taskIds);
  openActive(app, today);
  const isSaved = await app.changeInOrder(async () => {
    const { message, undo } = await change();
    app.undo.offer(message, undo, () => today.refresh());
  });
  endHiding(isSaved);
  if (isSaved) await today.refresh();
  return isSaved;
}

/**
 * If a company is open beside the list, opens the company of the active row instead. If no row is active,
 * closes the open company, because the next key press would otherwise apply to that company.
 */
function openActive({ navigation }: App, today: Today): void {
  if (navigation.companyId === null || navigation.full) return;
  const activeId = companyOfLine(today.line(today.active));
  if (activeId !== null) navigation.openCompany(activeId);
  else navigation.closeCompany();
}
