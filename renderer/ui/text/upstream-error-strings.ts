/** The text for an error response from the service: what it means, and what the user can do. */
export interface UpstreamErrorStrings {
  readonly title: string;
  readonly next: string;
}

const TOO_LONG: UpstreamErrorStrings = {
  title: 'The request is too long for the service',
  next: 'Remove some filter values, then try again.',
};
const FORM: UpstreamErrorStrings = {
  title: 'The service doesn’t support this request',
  next: 'Check the base URL. It may point to another service.',
};

const byStatus: Readonly<Record<number, UpstreamErrorStrings>> = {
  400: {
    title: 'The service didn’t accept the request',
    next: 'For a search, choose a shorter date range or remove a filter, then try again.',
  },
  405: { title: 'The service doesn’t support this kind of request', next: 'Check the base URL.' },
  406: FORM,
  407: {
    title: 'A proxy on your network requires you to sign in',
    next: 'Sign in to the proxy, then try again.',
  },
  408: { title: 'The service didn’t receive the request in time', next: 'Try again in a moment.' },
  409: {
    title: 'The service is busy with a conflicting request',
    next: 'Try again in a moment.',
  },
  410: { title: 'The service no longer offers this data', next: 'Check for a newer version of Roundwatch.' },
  411: FORM,
  412: FORM,
  413: TOO_LONG,
  414: TOO_LONG,
  415: FORM,
  418: FORM,
  422: {
    title: 'The service didn’t accept one of the values',
    next: 'For a search, check the dates and filters, then try again.',
  },
  423: { title: 'The service has temporarily locked this data', next: 'Try again later.' },
  425: { title: 'The service isn’t ready for this request', next: 'Try again in a moment.' },
  426: {
    title: 'The service no longer accepts this kind of connection',
    next: 'Check for a newer version of Roundwatch.',
  },
  428: FORM,
  431: TOO_LONG,
  451: {
    title: 'For legal reasons, the service can’t provide this data',
    next: 'You can still fetch other data.',
  },
};

const trouble: UpstreamErrorStrings = {
  title: 'The service is having problems',
  next: 'Try again in a moment.',
};
const other: UpstreamErrorStrings = {
  title: 'The service refused the request',
  next: 'Open the details to see the service’s response.',
};
export const upstreamErrors = { byStatus, trouble, other } as const;
