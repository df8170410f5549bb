import type { AppError, AppErrorOf } from '../../../shared/app-error.ts';
import { assertNever } from '../../../shared/app-failure.ts';
import { clockText, countText, resetText, waitText } from '../../lib/format.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { upstreamErrors, type UpstreamErrorStrings } from './upstream-error-strings.ts';
import { ARCHIVE_REFUSED } from './archive-error-strings.ts';
import { LINK_REFUSED } from './link-error-strings.ts';
import { NOTHING_CHANGED, STILL_HERE, words, type ErrorText } from './error-words.ts';
import { fileFailureText } from './file-error-strings.ts';
import { NOT_CONFIRMED, NOTHING_SPENT } from './not-confirmed-strings.ts';
import { NOT_FOUND } from './not-found-strings.ts';
import { allowanceName, alternativeName, nothingLeftText, priceSentence } from './price-text.ts';

const REFUSED_BY_SERVICE = 'The service refused the request, so nothing was charged.';

/** Returns the text for any error in the contract. An error kind without a text causes a compile error. */
export function errorText(error: AppError, nowMs: number): ErrorText {
  switch (error.kind) {
    case 'validation':
      return words(
        'Something you entered isn’t valid',
        'Nothing was sent or changed.',
        validationNext(error),
      );
    case 'unauthorized':
      return UNAUTHORIZED[error.reason];
    case 'quota-exhausted':
      return words(
        error.allowance === undefined
          ? nothingLeftText(error.budget)
          : `This request would exceed your spending cap ${allowanceName(error.allowance)}`,
        `Resets ${resetText(error.resetsAtMs)}. ${error.serviceError ? REFUSED_BY_SERVICE : 'Nothing was sent.'}${error.allowance === undefined ? '' : ' Change the cap in Quota → Spending caps.'}`,
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
      return words(LINK_REFUSED[error.reason][0], 'Nothing was opened.', LINK_REFUSED[error.reason][1]);
    case 'archive':
      return words(
        ARCHIVE_REFUSED[error.reason][0],
        'Nothing was imported.',
        ARCHIVE_REFUSED[error.reason][1],
      );
    case 'not-confirmed':
      return notConfirmed(error);
    case 'internal':
      return words(
        'Something went wrong',
        STILL_HERE,
        `Try again. For details, look up error ${error.ref} in Settings → Diagnostics.`,
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
  if (peoplePaced) return words('Contacts were accessed too quickly', STILL_HERE, `Try again in ${wait}.`);
  if (askedAgain)
    return words(
      'Too soon to try again',
      'The service didn’t have this data last time, so the request wasn’t sent.',
      `You can try again in ${wait}.`,
    );
  return words('Too many requests in one minute', STILL_HERE, `Try again in ${wait}.`);
}

function notConfirmed({ action, reason }: AppErrorOf<'not-confirmed'>): ErrorText {
  const { declined, unavailable, works } = NOT_CONFIRMED[action];
  if (reason === 'declined') return words(declined, works, 'Try again if you change your mind.');
  if (reason === 'unavailable')
    return words(
      'This action must be confirmed in the desktop app',
      works,
      `Roundwatch can’t ask for confirmation in a browser. ${unavailable}`,
    );
  return words(
    'Roundwatch can’t ask for confirmation right now',
    works,
    'Respond to the open dialog, or try again in a minute.',
  );
}

/**
 * Describes an error in one line, for toasts and live regions. If the error has alternative actions, the line
 * omits these actions and the next step.
 */
export function errorLine(error: AppError, nowMs: number): string {
  const { title, works, next, alternatives } = errorText(error, nowMs);
  return `${title}. ${alternatives.length > 0 ? works : `${works} ${next}`}`;
}

/** Describes a network error, including whether the request may have been charged. */
function network({ reason, counted, retryAtMs }: AppErrorOf<'network'>): ErrorText {
  const { title, works, next } = NETWORK[reason];
  if (retryAtMs !== undefined) return words(title, works, `You can try again at ${clockText(retryAtMs)}.`);
  if (counted !== true) return words(title, works, next);
  return words(reason === 'connection' ? 'The connection was lost' : title, works, COUNTED);
}

/**
 * Describes an error response from the service. Used for every error response that has no error kind of its
 * own.
 */
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
  return words(title, works, ambiguous === true ? 'The service may not list this company.' : next);
}

/**
 * Describes a storage error. If the error is about one file, the title names this file. For files other than
 * the cache, the next sentence is `Nothing was changed.`
 */
function storage(error: AppErrorOf<'storage'>): ErrorText {
  const general = STORAGE[error.reason];
  const title = fileFailureText(error);
  if (title === null) return general;
  const next = error.file === 'backup' ? 'Choose another backup.' : general.next;
  return words(title, error.file === 'cache' ? general.works : 'Nothing was changed.', next);
}

/** Names of the fields that the user fills in. Error messages name only these fields. */
const FIELD_NAMES: ReadonlyMap<string, string> = new Map([
  ['amount', 'the amount'],
  ['apiKey', 'the API key'],
  ['baseUrl', 'the base URL'],
  ['body', 'the text'],
  ['currency', 'the currency'],
  ['email', 'the e-mail address'],
  ['fundingDateEnd', 'the last day'],
  ['fundingDateStart', 'the first day'],
  ['linkedinUrl', 'the LinkedIn profile'],
  ['maxAmount', 'the maximum amount'],
  ['minAmount', 'the minimum amount'],
  ['name', 'the name'],
  ['passphrase', 'the passphrase'],
  ['query', 'the search text'],
  ['subject', 'the subject'],
  ['untilMs', 'the date'],
]);

function validationNext({ issues }: AppErrorOf<'validation'>): string {
  const [first] = issues;
  // Most of the core's messages are not written for users, so they are not shown. A message about a maximum
  // is reworded.
  const most = /^at most (\d+) (.+)$/.exec(first?.message ?? '');
  if (most !== null) return `The limit is ${countText(Number(most[1]))} ${most[2]}.`;
  if (first?.message.startsWith('too many ')) return `There are ${first.message}. Remove some.`;
  const field = FIELD_NAMES.get(first?.path.split('.').at(-1) ?? '');
  return `Check ${field ?? 'what you entered'}, then try again.`;
}

function priceChanged({ preview }: AppErrorOf<'price-changed'>): ErrorText {
  const price = preview === null ? null : priceSentence(preview);
  const next =
    price === null
      ? 'Check the new price, then try again.'
      : `The new price is ${price}. Press the button again to accept it.`;
  return words('The price changed', 'Nothing was sent.', next);
}

const CONFLICTS: Readonly<Record<AppErrorOf<'conflict'>['reason'], ErrorText>> = {
  'newer-revision': words(
    'A newer version of the note was saved elsewhere',
    'Your text is still here.',
    'Compare the two versions, then save again.',
  ),
  'other-workspace': words(
    'Another workspace is open now',
    'Your text wasn’t saved, but it’s still here.',
    'To save the text, go back to the workspace where you wrote it.',
  ),
  'changed-since': words(
    'Can’t undo because of a later change',
    NOTHING_CHANGED,
    'Undo the later change first, or reverse this change yourself.',
  ),
  outdated: words(
    'The data has changed since you last saw it',
    'Nothing was imported or deleted.',
    'Check the current data, then try again.',
  ),
  'workspace-open-elsewhere': words(
    'This workspace is open in another window',
    'Nothing is lost.',
    'Close the workspace there, then open it here.',
  ),
  'people-locked': words(
    'Contacts are locked',
    'Nothing was spent. Everything else still works.',
    'Unlock contacts, then try again.',
  ),
  'people-kept': words(
    'This workspace already stores contacts',
    NOTHING_CHANGED,
    'To protect contacts differently, change the contact key in Settings.',
  ),
  'people-open': words(
    'Contacts are unlocked',
    NOTHING_CHANGED,
    'The contact key works, so there’s no need to remove your contacts.',
  ),
  'key-not-lost': words(
    'The contact key might still exist',
    NOTHING_CHANGED,
    'Unlock or start the keychain, then try again.',
  ),
  'too-many-windows': words(
    'Too many windows are open',
    'The company wasn’t opened.',
    'Close a window, then try again.',
  ),
  'no-passphrase': words(
    'Contacts aren’t protected by a passphrase',
    NOTHING_CHANGED,
    'Set a passphrase first. Without one, the keychain unlocks contacts again automatically.',
  ),
  'name-taken': words('That name is taken', NOTHING_CHANGED, 'Choose another name.'),
  'already-saved': words('This search is already saved', NOTHING_CHANGED, 'Open the saved search instead.'),
};

const COUNTED = 'The request counts as spent until the service reports otherwise. See Quota.';

const UNAUTHORIZED: Readonly<Record<AppErrorOf<'unauthorized'>['reason'], ErrorText>> = {
  'no-key': words('No API key is stored', STILL_HERE, 'Paste your API key in Settings.'),
  'key-locked': words(
    'The keychain is locked',
    'Requests can’t be sent. Your library and notes still work.',
    'Unlock the keychain, then try again.',
  ),
  'key-refused': words(
    'The service rejected the API key',
    NOTHING_SPENT,
    'Paste the API key again, or use a new one.',
  ),
  plan: words(
    'Your plan doesn’t include API access',
    NOTHING_SPENT,
    'Check your plan in the service’s dashboard.',
  ),
};
const NETWORK: Readonly<Record<AppErrorOf<'network'>['reason'], ErrorText>> = {
  offline: words('You’re offline', STILL_HERE, 'Try again when you’re online.'),
  timeout: words('The service didn’t respond in time', STILL_HERE, 'Try again in a moment.'),
  connection: words('Can’t reach the service', STILL_HERE, 'Check the base URL and your network connection.'),
  tls: words(
    'The connection isn’t secure',
    'Nothing was sent.',
    'The service’s certificate isn’t valid. Check the base URL and this computer’s date.',
  ),
  aborted: words(
    'The request was cancelled',
    STILL_HERE,
    'If the request was already sent, it may still be charged.',
  ),
  redirect: words(
    'The service redirected the request',
    'Your API key wasn’t sent to the other address.',
    'Check the base URL.',
  ),
  'too-large': words('The response was too large', STILL_HERE, 'Try fetching fewer results at once.'),
  resting: words(
    'The service has failed several times in a row',
    'This request wasn’t sent.',
    'Try again in 30 seconds.',
  ),
  'not-json': words(
    'The response didn’t come from the service',
    STILL_HERE,
    'Check the base URL. It should end in /api/v1.',
  ),
};
const FREE = 'The request was free.';
const NOT_AVAILABLE: Readonly<Record<AppErrorOf<'not-available'>['what'], ErrorText>> = {
  contacts: words(
    'This company’s contacts aren’t available',
    FREE,
    'Reveal the contacts in the dashboard, then try again.',
  ),
  'tech-stack': words(
    'No tech stack is available',
    FREE,
    'The service may not have analysed the company’s website yet. Try again in a few days.',
  ),
  highlights: words('No highlights are available', FREE, 'Try again in a few days.'),
  news: words('No news is available', FREE, 'Try again in a few days.'),
  page: words('There are no more results', FREE, 'All results have been fetched.'),
};
const STORAGE: Readonly<Record<AppErrorOf<'storage'>['reason'], ErrorText>> = {
  full: words(
    'The disk is full',
    'You can still read everything.',
    'Free up some disk space, then try again.',
  ),
  'read-only': words(
    'Roundwatch can’t save because the folder is read-only',
    'You can still read everything.',
    'Give your user account write access to the folder, then try again.',
  ),
  damaged: words(
    'The library is damaged',
    'Your notes, lists and request history aren’t affected.',
    'Close and reopen the workspace.',
  ),
  busy: words('The library is busy', 'Nothing is lost.', 'Try again in a moment.'),
  'too-new': words(
    'This workspace is from a newer version of Roundwatch',
    'Nothing was changed.',
    'Update Roundwatch, then open the workspace again.',
  ),
  unavailable: words(
    'The library can’t be opened',
    'Nothing was changed.',
    'Close and reopen the workspace.',
  ),
};
const UNSUPPORTED: Readonly<Record<AppErrorOf<'unsupported'>['capability'], ErrorText>> = {
  'real-account': words(
    'Accounts can only be connected in the desktop app',
    'In a browser, you can use the demo or a service on this computer.',
    'Open the desktop app to connect this account.',
  ),
  demo: words(
    'This isn’t available in the demo',
    'Nothing was changed.',
    'Use a workspace with an account instead.',
  ),
  'file-dialog': words(
    'You can only choose files in the desktop app',
    'Nothing was changed.',
    'Open the desktop app.',
  ),
  assistants: words(
    'Assistants are only available in the desktop app',
    NOTHING_CHANGED,
    'Open the desktop app.',
  ),
  keychain: words(
    'The keychain can’t be used',
    STILL_HERE,
    'Check that it works on this computer, or choose another way to store the key.',
  ),
  http: words(
    'The address must use HTTPS',
    'Nothing was sent. Over plain HTTP, anyone on the network could read your API key.',
    'Enter an address that starts with https://.',
  ),
  'open-link': words(
    'No program on this computer can open this link',
    'Nothing was opened.',
    'Copy the address instead.',
  ),
  'show-in-folder': words(
    'Only the desktop app can show files in their folder',
    'Nothing was opened.',
    'Open the folder in your file manager instead.',
  ),
  'company-window': words(
    'Only the desktop app can open a company in a new window',
    'Nothing was opened.',
    'Open the company here instead.',
  ),
  background: words(
    'This setting is only available in the desktop app',
    'Nothing was changed.',
    'Open the desktop app.',
  ),
  'base-url': words(
    'This base URL isn’t valid',
    'Nothing was sent.',
    'The base URL should start with https:// and end in /api/v1.',
  ),
};
