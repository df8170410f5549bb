import type { AppErrorOf } from '../../../shared/app-error.ts';
import { NOTHING_CHANGED, words, type ErrorText } from './error-words.ts';

/** The text for each thing that no longer exists or was not found. */
export const NOT_FOUND: Readonly<Record<AppErrorOf<'not-found'>['what'], ErrorText>> = {
  company: words(
    'Company not found',
    'Any downloaded data stays in your library.',
    'Choose another company.',
  ),
  note: words('The note no longer exists', NOTHING_CHANGED, 'Go back.'),
  watchlist: words('The list no longer exists', NOTHING_CHANGED, 'Choose another list.'),
  status: words('The status no longer exists', NOTHING_CHANGED, 'Choose another status.'),
  tag: words('The tag no longer exists', NOTHING_CHANGED, 'Choose another tag.'),
  task: words('The task no longer exists', NOTHING_CHANGED, 'Choose another task.'),
  'log-entry': words('The contact log entry no longer exists', NOTHING_CHANGED, 'Choose another entry.'),
  person: words(
    'This contact is no longer stored',
    NOTHING_CHANGED,
    'Fetch contacts again, or continue without this contact.',
  ),
  'saved-filter': words('The saved view no longer exists', NOTHING_CHANGED, 'Choose another view.'),
  'saved-search': words('The saved search no longer exists', NOTHING_CHANGED, 'Choose another search.'),
  link: words(
    'This link is no longer in your library',
    NOTHING_CHANGED,
    'Refresh the company’s data, then try again.',
  ),
  template: words('The template no longer exists', NOTHING_CHANGED, 'Choose another template.'),
  signal: words('The signal no longer exists', NOTHING_CHANGED, 'Choose another signal.'),
  assistant: words('The assistant was revoked', NOTHING_CHANGED, 'Add the assistant again.'),
  proposal: words('The proposal is no longer open', NOTHING_CHANGED, 'Ask the assistant for a new proposal.'),
  investor: words(
    'No round in your library names this investor',
    NOTHING_CHANGED,
    'Choose another investor.',
  ),
  undo: words('The change can no longer be undone', NOTHING_CHANGED, 'Reverse the change yourself.'),
  workspace: words(
    'The workspace isn’t available',
    'Your other workspaces aren’t affected.',
    'Open the workspace again, or choose another one.',
  ),
  query: words(
    'These results are no longer available',
    NOTHING_CHANGED,
    'Run the search again, or open the list again.',
  ),
  import: words('This import is no longer open', NOTHING_CHANGED, 'Start the import again.'),
  gap: words(
    'There’s nothing left to catch up on',
    'Nothing was sent.',
    'The missing data may already have been fetched.',
  ),
  'queued-request': words(
    'The request is no longer in the queue',
    NOTHING_CHANGED,
    'If you still need the data, make the request again.',
  ),
  service: words(
    'There’s no service at this address',
    'Nothing was spent.',
    'Check the base URL. It should end in /api/v1.',
  ),
};
