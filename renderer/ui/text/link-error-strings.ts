import type { AppErrorOf } from '../../../shared/app-error.ts';

const COPY_IT = 'Copy the address instead.';

/** For each reason, what happened and what to do next. In all these cases, nothing was opened. */
export const LINK_REFUSED: Readonly<Record<AppErrorOf<'link-refused'>['reason'], readonly [string, string]>> =
  {
    'too-long': ['The link is too long', COPY_IT],
    'hidden-characters': [
      'The address contains hidden characters',
      'The address may lead to a different site than it appears to.',
    ],
    'not-an-address': ['This isn’t a complete web address', COPY_IT],
    'not-https': ['This isn’t a secure web address (HTTPS)', COPY_IT],
    credentials: [
      'The address contains a username or password',
      'The address may lead to a different site than it appears to.',
    ],
    'not-public': ['This isn’t the address of a public website', COPY_IT],
  };
