import type { AssistantCaps, AssistantStatus } from '../../../../shared/model/assistants/assistants.ts';
import type { App } from '../../../session/app.svelte.ts';
import type { AssistantsState } from '../../assistants/index.ts';
import { assistants as words } from './strings.ts';

/** Saves the reading limits. The user can undo this. */
export const saveCaps = (
  app: App,
  assistants: AssistantsState,
  { wanted, current: { hour, day, days30 } }: { wanted: AssistantCaps; current: AssistantStatus['caps'] },
): Promise<boolean> =>
  app.change(async () => {
    const before = { hour: hour.limit, day: day.limit, days30: days30.limit };
    await assistants.setCaps(wanted);
    app.undo.offerOwn(words.caps.saved, {
      undone: words.caps.restored,
      revert: () => assistants.setCaps(before),
    });
  });
