/** The meaning of the service's error responses by HTTP status, and what the user can do. */
export interface UpstreamErrorStrings {
  readonly title: string;
  readonly next: string;
}

const TOO_LONG: UpstreamErrorStrings = {
  title: 'The request is too long for the service',
  next: 'Remove some filter values, then try again.',
};
const FORM: UpstreamErrorStrings = {
  title: 'The service does not respond in the expected format',
  next: 'Check the base URL. Another program may be responding there.',
};

const byStatus: Readonly<Record<number, UpstreamErrorStrings>> = {
  400: {
    title: 'The service did not accept the request',
    next: 'Choose a shorter period or remove a filter, then try again.',
  },
  405: { title: 'The service does not accept this kind of request', next: 'Check the base URL.' },
  406: FORM,
  407: { title: 'A proxy requires you to sign in', next: 'Sign in to the proxy, then try again.' },
  408: { title: 'The service timed out waiting for the request', next: 'Try again in a moment.' },
  409: {
    title: 'The service is busy with a conflicting request',
    next: 'Try again in a moment.',
  },
  410: { title: 'The service no longer offers this', next: 'Check for an update of Roundwatch.' },
  411: FORM,
  412: FORM,
  413: TOO_LONG,
  414: TOO_LONG,
  415: FORM,
  418: FORM,
  422: {
    title: 'The service rejected one of the values',
    next: 'Check the dates and the marked filters, then try again.',
  },
  423: { title: 'The service has locked this for now', next: 'Try again later.' },
  425: { title: 'The service was not ready for this request', next: 'Try again in a moment.' },
  426: {
    title: 'The service requires another protocol version',
    next: 'Check for an update of Roundwatch.',
  },
  428: FORM,
  431: TOO_LONG,
  451: { title: 'The service can’t provide this for legal reasons', next: 'Try a different request.' },
};

const trouble: UpstreamErrorStrings = {
  title: 'The service is not responding correctly',
  next: 'Try again in a moment.',
};
const other: UpstreamErrorStrings = {
  title: 'The service refused this request',
  next: 'Change the request, then try again.',
};
export const upstreamErrors = { byStatus, trouble, other } as const;
