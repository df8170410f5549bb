import type { AppErrorOf } from '../../../shared/app-error.ts';
import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { Clock, ConfirmNatively, Logger, NativeQuestion } from '../ports.ts';
import { createRateLimit } from './rate-limit.ts';

/**
 * Maximum number of dialogs per minute. Users stop reading dialogs if there are too many, and a compromised
 * page may open many on purpose.
 */
const QUESTIONS_A_MINUTE = 6;

/**
 * Asks the user to confirm an action in a dialog outside the page, because a compromised page must not be
 * able to confirm it.
 */
export interface Confirmation {
  /** Whether this shell can show the dialog. */
  readonly isAvailable: boolean;
  /**
   * Resolves if the user agrees, and rejects otherwise. Also rejects while another question is open.
   * @throws AppFailure `not-confirmed`
   */
  require(question: NativeQuestion): Promise<void>;
}

export function createConfirmation({
  confirm,
  clock,
  log,
}: {
  readonly confirm: ConfirmNatively | null;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Logger;
}): Confirmation {
  const rate = createRateLimit(QUESTIONS_A_MINUTE, clock);
  let isOpen = false;
  return {
    isAvailable: confirm !== null,
    require: async (question) => {
      const action = actionOf(question);
      if (confirm === null) throw notConfirmed(action, 'unavailable');
      if (isOpen || !rate.take()) {
        log.warn('asked-too-often', { question: question.kind });
        throw notConfirmed(action, 'too-often');
      }
      isOpen = true;
      try {
        if (!(await confirm(question))) throw notConfirmed(action, 'declined');
      } finally {
        isOpen = false;
      }
    },
  };
}

type Refusal = AppErrorOf<'not-confirmed'>;

export const notConfirmed = (action: Refusal['action'], reason: Refusal['reason']): AppFailure =>
  new AppFailure({ kind: 'not-confirmed', action, reason });

function actionOf(question: NativeQuestion): Refusal['action'] {
  switch (question.kind) {
    case 'connect':
    case 'open-link':
    case 'raise-limit':
    case 'show-contacts':
      return question.kind;
    case 'spend-at-once':
    case 'spend-today':
      return 'spend';
    default:
      return assertNever(question);
  }
}

/** Maximum number of characters of a host name shown in a question. */
const HOST_MAX = 60;

/**
 * Shortens a host for a question. The beginning is cut off, because the last labels show who owns the host.
 * The host must come from the URL parser, which converts non-ASCII labels to Punycode (`xn--…`).
 */
export const hostInQuestion = (host: string): string =>
  host.length <= HOST_MAX ? host : `…${host.slice(-HOST_MAX)}`;
