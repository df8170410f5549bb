/** The meaning of the service's error responses by HTTP status, and what the user can do. */
export interface UpstreamErrorStrings {
  readonly title: string;
  readonly next: string;
}

const TOO_LONG: UpstreamErrorStrings = {
  title: 'The question is too long for the service',
  next: 'Take some values out, then try again.',
};
const FORM: UpstreamErrorStrings = {
  title: 'The service does not answer in the form it was asked for',
  next: 'Check the base URL: another program may answer there.',
};

const byStatus: Readonly<Record<number, UpstreamErrorStrings>> = {
  400: {
    title: 'The service did not accept what was asked',
    next: 'Ask for fewer days, or take a filter out, then try again.',
  },
  405: { title: 'The service does not take this kind of call', next: 'Check the base URL.' },
  406: FORM,
  407: { title: 'A proxy on the way wants to know who asks', next: 'Sign in to it, then try again.' },
  408: { title: 'The service gave up waiting for the question', next: 'Try again in a moment.' },
  409: {
    title: 'The service is busy with something that stands against this',
    next: 'Try again in a moment.',
  },
  410: { title: 'The service does not offer this any more', next: 'Look for an update of Roundwatch.' },
  411: FORM,
  412: FORM,
  413: TOO_LONG,
  414: TOO_LONG,
  415: FORM,
  418: FORM,
  422: {
    title: 'The service understood the question, but not one of its values',
    next: 'Check the dates and the filters that are marked, then try again.',
  },
  423: { title: 'The service has locked this for now', next: 'Try again later.' },
  425: { title: 'The service found it too early for this call', next: 'Try again in a moment.' },
  426: {
    title: 'The service wants another version of the protocol',
    next: 'Look for an update of Roundwatch.',
  },
  428: FORM,
  431: TOO_LONG,
  451: { title: 'The service may not tell this, for legal reasons', next: 'Ask for something else.' },
};

const trouble: UpstreamErrorStrings = {
  title: 'The service is not responding correctly',
  next: 'Try again in a moment.',
};
const other: UpstreamErrorStrings = {
  title: 'The service refused this call',
  next: 'Change what is asked, then try again.',
};
export const upstreamErrors = { byStatus, trouble, other } as const;
