import { countText } from '../../lib/format.ts';

/** UI text for the proposals of assistants in Today. */
export const proposals = {
  title: 'Proposals',
  from: (count: number, client: string) => `${countText(count)} from ${client}`,
  fromSeveral: (count: number) => `${countText(count)} from several assistants`,
  expires: (when: string) => `expires ${when}`,
  expire: (when: string) => `expire ${when}`,
  firstExpires: (when: string) => `first expires ${when}`,
  review: 'Review',
  reviewAll: (count: number) => `Review all ${countText(count)}`,
  of: (request: string, company: string) => `${request} of ${company}`,
  ofUnknown: (request: string) => `${request} of a company`,
  list: (request: string, search: string) => `${request}: ${search}`,
  approve: 'Approve',
  approved: (what: string) => `Approved: ${what}`,
  showCompany: 'Show company',
  decline: (what: string) => `Decline: ${what}`,
  declined: (what: string) => `Declined: ${what}`,
  offline: 'Needs a connection to the service',
  dearer: (before: string, now: string) => `Can’t be approved: the price rose from ${before} to ${now}.`,
  states: {
    running: 'Fetching…',
    done: 'Done',
    unknown: 'Response lost, counted as spent',
    failed: 'Not fetched',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
  },
  ended: {
    failed: (what: string) => `Not fetched: ${what}`,
    unknown: (what: string) => `The response was lost and is counted as spent: ${what}`,
  },
  dialog: {
    title: 'Proposals from assistants',
    about:
      'Nothing is fetched until you approve it. It is not sent if its price has risen since. Proposals are not part of today’s plan.',
    details: (client: string, proposed: string, expires: string) =>
      `${client} · proposed ${proposed} · expires ${expires}`,
    decided: 'Last 24 hours',
    none: 'No proposals are waiting.',
    close: 'Close',
  },
} as const;
