import type { Api } from '../../../../shared/contract/index.ts';
import type { FollowUpChain, FollowUpProposal } from '../../../../shared/model/settings/follow-ups.ts';
import type { Answer } from '../../../../shared/model/user-data.ts';
import type { App } from '../../../session/app.svelte.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { followUpStrings } from './follow-up-strings.ts';
import { UserDataLoader } from './user-data-loader.svelte.ts';

const NONE: FollowUpProposal = { days: [], skipped: [], replaced: 0, open: 0, setsContacted: false };

/**
 * The follow-ups that a form proposes. Empty until the core's first reply, and again after a failed request.
 */
export class ProposedFollowUps {
  value = $state.raw(NONE);
  #loading: Promise<void> = Promise.resolve();
  readonly #latest = new LatestRequest();

  load(proposal: Promise<FollowUpProposal>): void {
    this.#loading = this.#latest.run(
      () => proposal,
      (value) => (this.value = value),
      () => (this.value = NONE),
    );
  }
  /** Waits until the last `load` has finished, then returns the proposal. */
  async latest(): Promise<FollowUpProposal> {
    await this.#loading;
    return this.value;
  }
}

interface LoadedFollowUps {
  /** Grouped by contact log entry, newest entry first. */
  readonly chains: readonly FollowUpChain[];
  readonly today: string;
}

export class CompanyFollowUps {
  readonly reading: UserDataLoader<LoadedFollowUps>;
  readonly #stops: readonly (() => void)[];

  constructor(api: Api, companyId: string) {
    this.reading = new UserDataLoader(() => api.followUps.of({ companyId }));
    const refresh = (): void => void this.reading.refresh();
    this.#stops = [
      api.tasks.onChanged(refresh),
      api.followUps.onChanged(refresh),
      // Refreshes the follow-ups, because the contact of a follow-up may have been fetched again or erased.
      api.companies.onChanged(({ id }) => {
        if (id === companyId) refresh();
      }),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }
}

/** The values needed to log an answer to a contact. */
interface AnsweredContact {
  readonly companyId: string;
  /** The company's name, for the toast. */
  readonly name: string;
  readonly personId: string | null;
  readonly channel: FollowUpChain['contacted']['channel'];
}

/**
 * Logs an answer, which completes the company's open follow-ups. A single undo removes the log entry and
 * reopens the follow-ups.
 *
 * @param after runs after the change, and after each undo and redo
 */
export const logAnswer = (
  app: App,
  { companyId, name, personId, channel }: AnsweredContact,
  answer: Answer,
  after: () => unknown = () => undefined,
): Promise<boolean> =>
  app.change(async () => {
    const { today } = await app.api.tasks.due({ offset: 0, limit: 1 });
    const { undo, completed } = await app.api.contactLog.add({
      companyIds: [companyId],
      happenedOn: today,
      channel: answer === 'meeting' ? 'meeting' : channel,
      line: '',
      personId,
      answer,
    });
    await after();
    app.undo.offer(followUpStrings.answered(answer, name, completed), undo, after);
  });
