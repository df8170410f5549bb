import { countText } from '../../lib/format.ts';

export const proposals = {
  title: 'Proposals',
  from: (count: number, client: string) => `${countText(count)} from ${client}`,
  fromSeveral: (count: number) => `${countText(count)} from several assistants`,
  expires: (when: string) => `expires ${when}`,
  expire: (when: string) => `expire ${when}`,
  firstExpires: (when: string) => `first expires ${when}`,
  noneWaiting: 'none waiting',
  review: 'Review',
  showEnded: 'Show last 24 hours',
  reviewAll: (count: number) => `Review all ${countText(count)}`,
  of: (request: string, company: string) => `${request} for ${company}`,
  ofUnknown: (request: string) => `${request} for a company`,
  list: (request: string, search: string) => `${request}: ${search}`,
  approve: 'Approve',
  showCompany: 'Show company',
  decline: 'Decline',
  declineWhat: (what: string) => `Decline: ${what}`,
  open: (what: string) => `${what}. Open company`,
  declined: (what: string) => `Declined: ${what}. Assistants can’t propose it again for a day.`,
  waitsAgain: (what: string) => `Proposal restored: ${what}`,
  offline: 'Needs a connection to the service',
  dearer: (before: string, now: string) => `Can’t be approved: the price rose from ${before} to ${now}.`,
  /** Shown if the library already contains the data that the proposal would fetch. */
  stored: (when: string) =>
    when === 'just now'
      ? 'Already in your library, fetched just now'
      : `Already in your library, fetched ${when} ago`,
  decided: {
    running: (when: string) => `approved ${when}`,
    done: (when: string) => `approved ${when}`,
    unknown: (when: string) => `approved ${when}`,
    failed: (when: string) => `approved ${when}`,
    declined: (when: string) => `declined ${when}`,
    withdrawn: (when: string) => `withdrawn ${when}`,
    expired: (when: string) => `expired ${when}`,
  },
  waitingForNetwork: 'Waiting for the network',
  fetched: (cost: string) => `Fetched, ${cost}`,
  states: {
    running: 'Fetching…',
    done: 'Fetched',
    unknown: 'Response lost, counted as spent',
    failed: 'Not fetched',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
  },
  ended: {
    done: (what: string, cost: string) => `Fetched: ${what}, ${cost}`,
    failed: (what: string) => `Not fetched: ${what}`,
    unknown: (what: string) => `Response lost, counted as spent: ${what}`,
  },
  dialog: {
    title: 'Proposals from assistants',
    about:
      'Nothing is fetched without your approval. You can’t approve a proposal whose price has risen. Assistants can’t propose a declined request again for a day. Proposals aren’t part of today’s plan.',
    /** Appended to the text `about` if prices with this certainty are shown. */
    certainties: {
      'up-to': '“Up to” is the most a request can cost.',
      about: '“About” is an estimate, because the service sets no maximum.',
    },
    details: (assistant: string, proposed: string, expires: string) =>
      `${assistant} · proposed ${proposed} · expires ${expires}`,
    decidedDetails: (assistant: string, decided: string) => `${assistant} · ${decided}`,
    decided: 'Last 24 hours',
    none: 'No proposals are waiting.',
    close: 'Close',
  },
} as const;
