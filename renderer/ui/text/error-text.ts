import type { AppError, AppErrorOf } from '../../../shared/app-error.ts';
import { assertNever } from '../../../shared/app-failure.ts';
import { clockText, resetText, waitText } from '../../lib/format.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { upstreamErrors, type UpstreamErrorStrings } from './upstream-error-strings.ts';
import { fileFailureText } from './file-error-strings.ts';
import { allowanceName, alternativeName, nothingLeftText, priceSentence } from './price-text.ts';

/** The text of an error: what happened, what still works, and what to do next. */
export interface ErrorText {
  readonly title: string;
  readonly works: string;
  readonly next: string;
  /** What the user can still do despite the exhausted budget, one line each. */
  readonly alternatives: readonly string[];
}

const words = (
  title: string,
  works: string,
  next: string,
  alternatives: readonly string[] = [],
): ErrorText => ({
  title,
  works,
  next,
  alternatives,
});
const NOTHING_SPENT = 'Nothing was spent; the library works.';
const REFUSED_BY_SERVICE = 'The service refused the request, which costs nothing.';
const STILL_HERE = 'Everything fetched is here.';

/** Describes every error in the contract. Adding a kind of error without its text does not compile. */
export function errorText(error: AppError, nowMs: number): ErrorText {
  switch (error.kind) {
    case 'validation':
      return words('That was not understood', 'Nothing was sent.', validationNext(error));
    case 'unauthorized':
      return UNAUTHORIZED[error.reason];
    case 'quota-exhausted':
      return words(
        error.allowance === undefined
          ? nothingLeftText(error.budget)
          : `Over your spending cap ${allowanceName(error.allowance)}`,
        `Resets ${resetText(error.resetsAtMs)}. ${error.serviceError ? REFUSED_BY_SERVICE : 'Nothing was sent.'}${error.allowance === undefined ? '' : ' Change it in Quota, My allowances.'}`,
        'What still works:',
        error.alternatives.map(alternativeName),
      );
    case 'rate-limited':
      return rateLimited(error, nowMs);
    case 'network':
      return network(error);
    case 'upstream':
      return { ...upstreamErrorText(error), works: NOTHING_SPENT, alternatives: [] };
    case 'not-found':
      return NOT_FOUND[error.what];
    case 'not-available':
      return notAvailable(error);
    case 'price-changed':
      return priceChanged(error);
    case 'conflict':
      return CONFLICTS[error.reason];
    case 'storage':
      return storage(error);
    case 'unsupported':
      return UNSUPPORTED[error.capability];
    case 'link-refused':
      return LINK_REFUSED[error.reason];
    case 'not-confirmed':
      return notConfirmed(error);
    case 'internal':
      return words(
        'Something unexpected happened',
        STILL_HERE,
        `It is in the log as ${error.ref}. Try again.`,
      );
    default:
      return assertNever(error);
  }
}

function rateLimited(
  { askedAgain, peoplePaced, retryAtMs }: AppErrorOf<'rate-limited'>,
  nowMs: number,
): ErrorText {
  const wait = waitText(retryAtMs, nowMs);
  if (peoplePaced)
    return words(
      'People of many companies in one minute',
      STILL_HERE,
      `People can be written to, copied or blocked in ${wait}.`,
    );
  if (askedAgain)
    return words(
      'Asked again too often',
      'The service said that it does not have this. Nothing was sent.',
      `It can be asked again in ${wait}.`,
    );
  return words('Too many requests at once', STILL_HERE, `The service takes requests again in ${wait}.`);
}

function notConfirmed({ action, reason }: AppErrorOf<'not-confirmed'>): ErrorText {
  const { declined, unavailable, works } = NOT_CONFIRMED[action];
  if (reason === 'declined') return words(declined, works, 'Try again if you want it.');
  if (reason === 'unavailable')
    return words(
      'This needs your confirmation in the desktop app',
      works,
      `A browser cannot ask you outside the page. ${unavailable}`,
    );
  return words('Tried too often within a minute', works, 'Answer the open question, or wait a minute.');
}

/** Describes an error in one line, for toasts and live regions. Omits the alternatives. */
export function errorLine(error: AppError, nowMs: number): string {
  const { title, works, next, alternatives } = errorText(error, nowMs);
  return `${title}. ${alternatives.length > 0 ? works : `${works} ${next}`}`;
}

/** Describes a network error, including whether the request may have been charged. */
function network({ reason, counted, retryAtMs }: AppErrorOf<'network'>): ErrorText {
  const { title, works, next } = NETWORK[reason];
  if (retryAtMs !== undefined)
    return words(title, works, `The next try is possible at ${clockText(retryAtMs)}.`);
  if (counted !== true) return words(title, works, next);
  return words(reason === 'connection' ? 'The answer broke off' : title, works, COUNTED);
}

/** Describes an error response from the service that no specific kind of error covers. */
export function upstreamErrorText({ status, code, retryable }: AppErrorOf<'upstream'>): UpstreamErrorStrings {
  const detail = code === null ? String(status) : `${status}, ${safeLine(code, 80)}`;
  const byStatus = upstreamErrors.byStatus[status];
  const { title, next } =
    byStatus ?? (status >= 500 || retryable ? upstreamErrors.trouble : upstreamErrors.other);
  return { title: `${title} (${detail})`, next };
}

function notAvailable({ what, hint, ambiguous }: AppErrorOf<'not-available'>): ErrorText {
  const { title, works, next } = NOT_AVAILABLE[what];
  const hintText = safeLine(hint ?? '', 1_000);
  if (hintText !== '') return words(title, works, hintText);
  return words(title, works, ambiguous === true ? 'Or the service does not know this company.' : next);
}

/**
 * Describes a storage error. If the error names a file other than the cache, the text about what still works
 * is replaced with a statement that nothing was changed.
 */
function storage(error: AppErrorOf<'storage'>): ErrorText {
  const general = STORAGE[error.reason];
  const title = fileFailureText(error);
  if (title === null) return general;
  const next = error.file === 'backup' ? 'Choose another backup.' : general.next;
  return words(title, error.file === 'cache' ? general.works : 'Nothing was changed.', next);
}

function validationNext({ issues }: AppErrorOf<'validation'>): string {
  const [first] = issues;
  if (!first) return 'Check what was typed.';
  return first.path === '' ? first.message : `Check ${first.path.split('.').at(-1) ?? ''}: ${first.message}`;
}

function priceChanged({ preview }: AppErrorOf<'price-changed'>): ErrorText {
  const price = preview === null ? null : priceSentence(preview);
  const next =
    price === null ? 'Look at the new price, then decide.' : `It is now ${price}: press again to accept.`;
  return words('The price changed', 'Nothing was sent.', next);
}

const NOTHING_CHANGED = 'Nothing was changed.';
const CONFLICTS: Readonly<Record<AppErrorOf<'conflict'>['reason'], ErrorText>> = {
  'newer-revision': words(
    'A newer version was saved elsewhere',
    'Your text is still here.',
    'Compare, then save again.',
  ),
  'other-workspace': words(
    'Another workspace is open by now',
    'Nothing was written into it.',
    'Open the one in which you wrote: the text is still here.',
  ),
  'changed-since': words(
    'It was changed again since',
    'Nothing was changed now.',
    'Undo the later change first, or change it by hand.',
  ),
  'workspace-open-elsewhere': words(
    'This workspace is open in another window',
    'Nothing is lost.',
    'Close it there, then open it here.',
  ),
  'people-locked': words(
    'People are locked',
    'Companies work; nothing was spent.',
    'Unlock people, then try again.',
  ),
  'people-kept': words(
    'This workspace keeps contacts already',
    NOTHING_CHANGED,
    'They stay as they are kept.',
  ),
  'people-open': words('People are open', NOTHING_CHANGED, 'Their key is not lost.'),
  'key-not-lost': words(
    'The key of people is not known to be lost',
    NOTHING_CHANGED,
    'Unlock or start the keyring, then ask it again.',
  ),
  'no-passphrase': words(
    'No passphrase guards people here',
    NOTHING_CHANGED,
    'Choose a passphrase first: the keyring would open them again without asking.',
  ),
  'name-taken': words('That name is taken', NOTHING_CHANGED, 'Choose another name.'),
  'already-saved': words('Another saved search asks just this', NOTHING_CHANGED, 'Open that one instead.'),
};

const COUNTED = 'The call counts as spent until the service says otherwise: see Quota.';

const UNAUTHORIZED: Readonly<Record<AppErrorOf<'unauthorized'>['reason'], ErrorText>> = {
  'no-key': words('No API key is stored', 'The library works.', 'Paste a key in Settings.'),
  'key-locked': words(
    'The keyring is locked',
    'Reading and writing work; calls do not.',
    'Unlock it, then try again.',
  ),
  'key-refused': words('The service refused the key', NOTHING_SPENT, 'Paste the key again, or a new one.'),
  plan: words('The plan does not include the API', NOTHING_SPENT, 'Check the plan in the dashboard.'),
};
const NETWORK: Readonly<Record<AppErrorOf<'network'>['reason'], ErrorText>> = {
  offline: words('Offline', STILL_HERE, 'Try again when the network is back.'),
  timeout: words('The service did not answer in time', STILL_HERE, 'Try again in a moment.'),
  connection: words('The service could not be reached', STILL_HERE, 'Check the base URL and the network.'),
  tls: words(
    'The connection is not safe',
    'Nothing was sent.',
    'The service’s certificate was not accepted.',
  ),
  aborted: words('Cancelled', STILL_HERE, 'What was sent may still be charged.'),
  redirect: words('The service points elsewhere', 'The key was not sent on.', 'Check the base URL.'),
  'too-large': words('The answer was too large', STILL_HERE, 'Ask for fewer rows.'),
  resting: words(
    'The service did not answer several times in a row',
    'Nothing was sent.',
    'Try again in half a minute.',
  ),
  'not-json': words(
    'That is not the service’s answer',
    STILL_HERE,
    'Check the base URL: it ends in /api/v1.',
  ),
};
const NOT_FOUND: Readonly<Record<AppErrorOf<'not-found'>['what'], ErrorText>> = {
  company: words(
    'The company is not there any more',
    'What was fetched stays in the library.',
    'Go back to the list.',
  ),
  note: words('The note is not there any more', STILL_HERE, 'Go back.'),
  watchlist: words('The list is not there any more', STILL_HERE, 'Choose another list.'),
  tag: words('The tag is not there any more', STILL_HERE, 'Choose another tag.'),
  task: words('The task is not there any more', STILL_HERE, 'Go back to the list.'),
  'log-entry': words('The entry is not there any more', STILL_HERE, 'Go back to the list.'),
  person: words('This person is not kept any more', STILL_HERE, 'Log it without a person.'),
  'saved-filter': words('The filter is not there any more', STILL_HERE, 'Choose another filter.'),
  'saved-search': words('The saved search is not there any more', STILL_HERE, 'Choose another one.'),
  link: words('The library has no such address', STILL_HERE, 'Refresh the panel, then try again.'),
  template: words('The template is not there any more', STILL_HERE, 'Choose another template.'),
  signal: words('The signal is not there any more', STILL_HERE, 'Go back to the list.'),
  undo: words('This can no longer be undone', STILL_HERE, 'Change it by hand.'),
  workspace: words(
    'The workspace is not there any more',
    'The others are untouched.',
    'Open another workspace.',
  ),
  query: words('This list was closed', STILL_HERE, 'Search again.'),
  service: words(
    'No service answers at this address',
    'Nothing was spent.',
    'Check the base URL: it ends in /api/v1.',
  ),
};
const FREE = 'Asking was free.';
const NOT_AVAILABLE: Readonly<Record<AppErrorOf<'not-available'>['what'], ErrorText>> = {
  contacts: words('Contacts are not available now', FREE, 'Try again after a reveal in the dashboard.'),
  'tech-stack': words(
    'No tech stack is available',
    FREE,
    'Not analysed yet, or its site was down: try again in some days.',
  ),
  highlights: words('No highlights are available', FREE, 'Try again in some days.'),
  news: words('No news is available', FREE, 'Try again in some days.'),
  page: words('There are no more of them', FREE, 'What was fetched before was all.'),
};
const STORAGE: Readonly<Record<AppErrorOf<'storage'>['reason'], ErrorText>> = {
  full: words('The disk is full', 'Reading works.', 'Free some space, then try again.'),
  'read-only': words('The folder cannot be written', 'Reading works.', 'Check the folder’s permissions.'),
  damaged: words(
    'The cache is damaged',
    'Notes, lists and the ledger are untouched.',
    'Close and open the workspace.',
  ),
  busy: words('The library is busy', 'Nothing is lost.', 'Try again in a moment.'),
  'too-new': words('A newer Roundwatch wrote this workspace', 'Nothing was changed.', 'Update Roundwatch.'),
  unavailable: words('The library cannot be opened', 'Nothing was changed.', 'Close and open the workspace.'),
};
const NOT_CONFIRMED = {
  connect: {
    declined: 'You did not confirm the address',
    works: 'Your key was not sent.',
    unavailable: 'Connect there.',
  },
  'open-link': {
    declined: 'You did not confirm the address',
    works: 'Nothing was opened.',
    unavailable: 'Copy the address instead.',
  },
  spend: {
    declined: 'You did not confirm this spending',
    works: NOTHING_SPENT,
    unavailable: 'Fetch less at once, or fetch the rest tomorrow.',
  },
  'raise-limit': {
    declined: 'You did not confirm the higher limit',
    works: 'The limit is unchanged.',
    unavailable: 'Raise the limit there.',
  },
  'show-contacts': {
    declined: 'You did not confirm',
    works: 'People stay locked.',
    unavailable: 'Unlock them there.',
  },
} as const satisfies Readonly<Record<AppErrorOf<'not-confirmed'>['action'], object>>;
const COPY_IT = 'It can be copied as text.';
const LINK_REFUSED: Readonly<Record<AppErrorOf<'link-refused'>['reason'], ErrorText>> = {
  'too-long': words('That is too long for a link', 'Nothing was opened.', 'Copy it instead.'),
  'hidden-characters': words(
    'This address hides characters that cannot be seen',
    'Nothing was opened.',
    'It may lead elsewhere than it seems to.',
  ),
  'not-an-address': words('This is not a whole web address', 'Nothing was opened.', COPY_IT),
  'not-https': words('Only web addresses are opened from here', 'Nothing was opened.', COPY_IT),
  credentials: words(
    'This address carries a name or a password',
    'Nothing was opened.',
    'Such an address may lead elsewhere than it seems to.',
  ),
  'not-public': words('This address is not of a public site', 'Nothing was opened.', COPY_IT),
};
const UNSUPPORTED: Readonly<Record<AppErrorOf<'unsupported'>['capability'], ErrorText>> = {
  'real-account': words(
    'Real accounts open in the desktop app only',
    'A browser can save and print; here the demo and services on this machine work.',
    'Start the desktop app to connect this account.',
  ),
  keychain: words('No keychain on this machine', 'Nothing was sent.', 'Keep the key for this session only.'),
  http: words(
    'Plain http is refused',
    'Nothing was sent: anyone on the network could read your API key.',
    'Use the https address.',
  ),
  'open-link': words(
    'Nothing on this system opens this',
    'The address can be copied.',
    'Copy it, then open it where you want it.',
  ),
  'base-url': words(
    'This is not a usable base URL',
    'Nothing was sent.',
    'It starts with https:// and ends in /api/v1.',
  ),
};
