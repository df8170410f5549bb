import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { countActsSince } from '../../database/queries/yours/triage.ts';
import {
  createTriage,
  listTriage,
  newestNews,
  triageMarksOf,
  type SnoozeTimes,
  type Triage,
} from '../../user-data/triage.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import {
  createChangeUserData,
  subjectsOf,
  undoReply,
  type UserDataChangeParts,
} from '../change-user-data.ts';

export function createTriageHandlers(workspaces: Workspaces, publish: Publish): Handlers['triage'] {
  const change = createChangeUserData(workspaces, publish);
  const yours = () => workspaces.current().files.yours;
  const nowMs = (): number => workspaces.current().governor.serverNowMs();
  const putAwayAt = (): SnoozeTimes => ({
    serverMs: nowMs(),
    ownMs: Math.round(workspaces.current().clock.nowMs()),
  });
  return {
    of: ({ companyIds }) => ({ marks: triageMarksOf(yours(), companyIds, nowMs()) }),
    list: (request) => listTriage(yours(), request, nowMs()),
    tally: ({ sinceMs }) => {
      const { files, clock } = workspaces.current();
      return {
        atMs: clock.nowMs(),
        tally: sinceMs === null ? NOTHING_YET : countActsSince(files.yours, sinceMs),
      };
    },
    setDone: ({ companyIds }) =>
      undoReply(
        change('triage-done', (changing) =>
          triageOf(changing).done(
            subjectsOf(changing.files, companyIds),
            putAwayAt(),
            newestNews(changing.files, companyIds),
          ),
        ),
      ),
    snooze: ({ companyIds, untilMs }) =>
      undoReply(
        change('triage-snoozed', (changing) =>
          triageOf(changing).snooze(subjectsOf(changing.files, companyIds), untilMs, putAwayAt()),
        ),
      ),
    putBack: ({ companyIds }) =>
      undoReply(change('triage-back', (changing) => triageOf(changing).putBack([...new Set(companyIds)]))),
  };
}

const NOTHING_YET = { done: 0, snoozed: 0, saved: 0, noted: 0, tasks: 0, followUps: 0 };

const triageOf = ({ files, journal }: UserDataChangeParts): Triage => createTriage(files.yours, journal);
