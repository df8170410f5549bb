import type { App } from '../../../session/app.svelte.ts';
import type { FollowUpProposal } from '../../../../shared/model/settings/follow-ups.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { loggedText } from '../user-data/follow-up-text.ts';
import type { Channel } from '../../../../shared/model/user-data.ts';
import { writeTo as strings } from './strings.ts';

interface SentMessage {
  readonly companyId: string;
  readonly personId: string;
  readonly channel: Channel;
  readonly line: string;
}

type Proposal = Pick<FollowUpProposal, 'days' | 'setsContacted'>;
const NOTHING: Proposal = { days: [], setsContacted: false };

/** Adds the messages of the message dialog to the contact log. */
export class MessageLog {
  /**
   * Whether to log the message once it is copied or opened. The user decides, because a message opened in the
   * mail program was not necessarily sent.
   */
  isWanted = $state(false);
  /** Whether to create the proposed follow-ups as well. */
  hasFollowUps = $state(true);
  /** What adding the message today would also do: the follow-ups to propose, and whether the status changes. */
  proposal = $state.raw<Proposal>(NOTHING);
  /** The current date according to the core's clock; empty until follow-ups are proposed. */
  today = $state('');
  readonly #latest = new LatestRequest();
  #copied = $state.raw<SentMessage | null>(null);
  #step = $state<'missing' | 'adding' | 'added'>('missing');
  readonly #app: Pick<App, 'api' | 'change' | 'undo'>;

  constructor(app: Pick<App, 'api' | 'change' | 'undo'>) {
    this.#app = app;
  }

  /** Resets the choices, and forgets which message was copied. */
  reset(): void {
    this.isWanted = false;
    this.hasFollowUps = true;
    this.proposal = NOTHING;
    this.#latest.cancel();
    this.#copied = null;
    this.#step = 'missing';
  }
  /**
   * Returns whether the message copied for this recipient is missing from the log, is being added or has been
   * added; null if no message was copied.
   */
  copiedState(personId: string): 'missing' | 'adding' | 'added' | null {
    return this.#copied?.personId === personId ? this.#step : null;
  }
  /**
   * Adds an entry for a message that was just copied, if the user wants one. Copying a message again for the
   * same recipient adds no second entry.
   */
  async addCopied(sent: SentMessage): Promise<void> {
    if (this.#copied?.personId !== sent.personId) {
      this.#copied = sent;
      this.#step = 'missing';
    }
    if (!this.isWanted) {
      this.propose(sent.companyId, sent.personId);
      return;
    }
    this.isWanted = false;
    await this.#addCopied(strings.copiedAndLogged);
  }
  /** Adds the message that was copied last. */
  async addNow(): Promise<void> {
    await this.#addCopied(strings.contactLogged);
  }
  /** Loads the follow-ups to propose for a message to this recipient. */
  propose(companyId: string, personId: string): void {
    void this.#latest.run(
      () => this.#proposed(companyId, personId),
      ({ days, setsContacted, today }) => {
        this.proposal = { days, setsContacted };
        this.today = today;
      },
    );
  }
  /**
   * Adds a message and its follow-ups, and offers to undo both.
   *
   * @returns whether the message was added
   */
  async add({ companyId, channel, personId, line }: SentMessage, message: string): Promise<boolean> {
    const { api, undo } = this.#app;
    return this.#app.change(async () => {
      const { days, today } = await this.#proposed(companyId, personId);
      const followUps = this.hasFollowUps ? days : [];
      const entry = { happenedOn: today, channel, personId: personId || null, line, followUps };
      const added = await api.contactLog.add({ companyIds: [companyId], ...entry });
      undo.offer(loggedText(message, added.contacted, followUps, today), added.undo);
    });
  }
  async #proposed(companyId: string, personId: string): Promise<Proposal & { readonly today: string }> {
    const { api } = this.#app;
    const { today } = await api.tasks.due({ offset: 0, limit: 1 });
    const { days, setsContacted } = await api.followUps.propose({
      companyId,
      personId: personId || null,
      happenedOn: today,
    });
    return { days, setsContacted, today };
  }

  async #addCopied(message: string): Promise<void> {
    const sent = this.#copied;
    if (sent === null || this.#step !== 'missing') return;
    this.#step = 'adding';
    let isAdded = false;
    try {
      isAdded = await this.add(sent, message);
    } finally {
      // In the meantime, the user may have reopened the dialog or copied another message. In that case,
      // `#step` belongs to the other message and must not change.
      if (this.#copied === sent) this.#step = isAdded ? 'added' : 'missing';
    }
  }
}
