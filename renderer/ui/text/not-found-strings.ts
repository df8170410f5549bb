import type { AppErrorOf } from '../../../shared/app-error.ts';
import { NOTHING_CHANGED, STILL_HERE, words, type ErrorText } from './error-words.ts';

/** The text for each thing that no longer exists or was not found. */
export const NOT_FOUND: Readonly<Record<AppErrorOf<'not-found'>['what'], ErrorText>> = {
  company: words(
    'Company not found',
    'Any downloaded data stays in your library.',
    'Choose another company.',
  ),
  note: words('The note no longer exists', STILL_HERE, 'Go back.'),
  watchlist: words('The list no longer exists', STILL_HERE, 'Choose another list.'),
  status: words('The status no longer exists', STILL_HERE, 'Choose another status.'),
  tag: words('The tag no longer exists', STILL_HERE, 'Choose another tag.'),
  task: words('The task no longer exists', STILL_HERE, 'Choose another task.'),
  'log-entry': words('The contact log entry no longer exists', STILL_HERE, 'Choose another entry.'),
  person: words(
    'This contact is no longer stored',
    STILL_HERE,
    'Fetch contacts again, or continue without this contact.',
  ),
  'saved-filter': words('The saved view no longer exists', STILL_HERE, 'Choose another view.'),
  'saved-search': words('The saved search no longer exists', STILL_HERE, 'Choose another search.'),
  link: words(
    'This link is no longer in your library',
    STILL_HERE,
    'Refresh the company’s data, then try again.',
  ),
  template: words('The template no longer exists', STILL_HERE, 'Choose another template.'),
  signal: words('The signal no longer exists', STILL_HERE, 'Choose another signal.'),
  assistant: words('The assistant was revoked', STILL_HERE, 'Add the assistant again.'),
  proposal: words('The proposal is no longer open', NOTHING_CHANGED, 'Ask the assistant for a new proposal.'),
  investor: words('No round in your library names this investor', STILL_HERE, 'Choose another investor.'),
  undo: words('The change can no longer be undone', STILL_HERE, 'Reverse the change yourself.'),
  workspace: words(
    'The workspace isn’t available',
    'Your other workspaces aren’t affected.',
    'Open the workspace again, or choose another one.',
  ),
  query: words(
    'These results are no longer available',
    STILL_HERE,
    'Run the search again, or open the list again.',
  ),
  import: words('This import is no longer open', STILL_HERE, 'Start the import again.'),
  gap: words(
    'There’s nothing left to catch up on',
    'Nothing was sent.',
    'The missing data may already have been fetched.',
  ),
  'queued-request': words(
    'The request is no longer in the queue',
    STILL_HERE,
    'If you still need the data, make the request again.',
  ),
  service: words(
    'There’s no service at this address',
    'Nothing was spent.',
    'Check the base URL. It should end in /api/v1.',
  ),
};
