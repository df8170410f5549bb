import type { Handlers, Publish } from '../../../shared/contract.ts';
import { newestFetched, newestHeard } from '../db/queries/signals-yours.ts';
import { countActsSince } from '../db/queries/triage.ts';
import { createTriage, listTriage, triageMarksTold, type PutAwayAt, type Triage } from '../words/triage.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { createChangeWords, subjectsOf, undoOf, type Changing } from './words-change.ts';

export function createTriageService(workspaces: Workspaces, publish: Publish): Handlers['triage'] {
  const change = createChangeWords(workspaces, publish);
  const yours = () => workspaces.current().files.yours;
  const nowMs = (): number => workspaces.current().governor.serverNowMs();
  const putAwayAt = (): PutAwayAt => ({
    serverMs: nowMs(),
    ownMs: Math.round(workspaces.current().clock.nowMs()),
  });
  return {
    of: ({ companyIds }) => ({ marks: triageMarksTold(yours(), companyIds, nowMs()) }),
    list: (asked) => listTriage(yours(), asked, nowMs()),
    tally: ({ sinceMs }) => {
      const { files, clock } = workspaces.current();
      return {
        atMs: clock.nowMs(),
        tally: sinceMs === null ? NOTHING_YET : countActsSince(files.yours, sinceMs),
      };
    },
    setDone: ({ companyIds }) =>
      undoOf(
        change('triage-done', (changing) =>
          triageOf(changing).done(
            subjectsOf(changing.files, companyIds),
            putAwayAt(),
            newestNews(changing.files, companyIds),
          ),
        ),
      ),
    snooze: ({ companyIds, untilMs }) =>
      undoOf(
        change('triage-snoozed', (changing) =>
          triageOf(changing).snooze(subjectsOf(changing.files, companyIds), untilMs, putAwayAt()),
        ),
      ),
    putBack: ({ companyIds }) =>
      undoOf(change('triage-back', (changing) => triageOf(changing).putBack([...new Set(companyIds)]))),
  };
}

const NOTHING_YET = { done: 0, snoozed: 0, saved: 0, noted: 0, tasks: 0 };

/** When something of a company last came: what came after it was done brought it back. */
function newestNews({ yours, cache }: Changing['files'], companyIds: readonly string[]): Map<string, number> {
  const newest = newestFetched(yours, companyIds);
  for (const [companyId, atMs] of newestHeard(cache, companyIds))
    newest.set(companyId, Math.max(atMs, newest.get(companyId) ?? 0));
  return newest;
}

const triageOf = ({ files, journal }: Changing): Triage => createTriage(files.yours, journal);
