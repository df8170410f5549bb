/** Definitions of terms. Help lists them all, and an info tip shows each one where it first matters. */
export const glossary = {
  record: {
    term: 'Record',
    short: 'A record is one item that the service returns, such as a round, a profile or a contact.',
    text: 'What the service charges for: each returned item, such as a round, a profile or a contact. Your plan with the service includes a set number of records each month.',
  },
  request: {
    term: 'Request',
    text: 'One query sent to the service. A request can return many records, or none. The service also limits requests per minute, day and month.',
  },
  pageTurn: {
    term: 'Page turn',
    short: 'A page turn is one page fetched from a list of results.',
    text: 'One page fetched from a list of results. The service limits page turns separately. To use fewer page turns, fetch larger pages.',
  },
  contactWindow: {
    term: 'Contact window',
    text: 'The 30 days after a round is announced. Contacts can be fetched only during this time, unless they’re revealed in the service’s dashboard. Fetched contacts stay in your library after the window closes. While the window is open, lists show “ready” if contacts have been fetched.',
  },
  fit: {
    term: 'Fit',
    text: 'How well a company matches your market, from 0 to 100. It’s calculated on this computer and costs nothing.',
  },
  buyerRoles: {
    term: 'Buyer roles',
    text: 'The job titles you sell to. A contact matches if the job title fits a department and seniority you chose, or contains one of your words. If only the department fits, it’s a weak match.',
  },
  coverage: {
    term: 'Coverage',
    text: 'How many of the service’s rounds are in your library, for the dates and filters selected in Insights. Shown once the service has counted the rounds for that selection.',
  },
  whyNow: {
    term: 'Why now',
    text: 'The reasons to write to a company today: its latest round, hiring and the contact window. Each reason is a dated fact from your library.',
  },
  alreadyYours: {
    term: 'Already yours',
    text: 'Companies that you imported or marked as customers, open deals, competitors or “Do not contact”. They have a badge and stay out of plans, suggestions and bulk requests.',
  },
  price: {
    term: 'Price',
    /** Shown with a price that is an estimate (spec §4.5–4.9). */
    estimate:
      '“About” marks an estimate: the service sets no maximum, and you pay for each record it returns.',
    text: 'The most a request can cost. For contacts, rounds, highlights and news, the service sets no maximum, so the price is an estimate, such as “about 3, rarely over 10 records”. Every button that spends records shows the price. You pay only for the results you get.',
  },
  spendingCap: {
    term: 'Spending cap',
    text: 'A spending limit that you set. Roundwatch doesn’t send requests that would exceed the cap.',
  },
  unknownResult: {
    term: 'Unknown result',
    text: 'A request that was sent but whose response was lost. It counts as spent until the service reports otherwise.',
  },
  library: {
    term: 'Library',
    text: 'The companies stored on this computer. Reading and searching the library is free and works offline.',
  },
  downloadedData: {
    term: 'Downloaded data',
    text: 'Everything fetched or received from the service, including signals. You can delete it, but fetching it again costs records, and the service doesn’t resend signals.',
  },
  yourData: {
    term: 'Your data',
    text: 'Your notes, lists, tags, statuses, tasks, contact log, templates and saved searches. Once a day, Roundwatch backs up your data if it has changed.',
  },
  done: {
    term: 'Handled: done and snoozed',
    text: 'Companies you mark as done are greyed out in lists, and hidden on Today until there’s news about them. Snoozed companies are greyed out and hidden until the day you choose. To see them, choose Triage → Done or Snoozed in Library. Their follow-ups and tasks still appear on Today when they’re due. Done and snoozed companies count as handled. On Today, companies you contacted today count too. Saving a company to a list doesn’t count.',
  },
  followUp: {
    term: 'Follow-up',
    text: 'A task due a set number of working days after you contact a company. When you log that you contacted a company, Roundwatch adds follow-ups and shows when they’re due, unless you turned them off in Settings. If you delete or undo the log entry, its open follow-ups are deleted too. Logging a response completes them. Roundwatch never sends messages.',
  },
  watchedInvestor: {
    term: 'Watched investor',
    text: 'An investor whose new rounds appear on Today. Watching is free, because it covers only rounds that are already in your library.',
  },
  watchedList: {
    term: 'Watched list',
    text: 'A list whose companies become due for a refresh after the number of days you set. You can cap the records that these refreshes use each month.',
  },
  savedSearch: {
    term: 'Saved search and saved view',
    text: 'A saved search runs on the service and costs records. A saved view filters your library for free.',
  },
  plan: {
    term: 'Today’s plan',
    text: 'Requests that are worth making today, with their total price. Nothing is sent until you approve the plan, unless your plan rules allow it.',
  },
  monthEnd: {
    term: 'Month end',
    text: 'A plan for using records that would otherwise expire, offered in the last five working days before your records reset. It stays within all limits and your spending caps. Nothing is sent until you approve it.',
  },
  signal: {
    term: 'Signal',
    text: 'A new round that the service announced to your receiver, or a new result of a saved search.',
  },
  receiver: {
    term: 'Receiver and webhook event',
    short: 'The receiver gets new rounds as soon as the service sends them, free of charge.',
    text: 'The receiver gets new rounds as soon as the service sends them, free of charge. Each message is a webhook event. The receiver is off until you set it up on the Signals screen.',
  },
  tunnel: {
    term: 'Tunnel',
    text: 'A program that connects a public address to this computer, so that webhook events can reach the receiver. It isn’t part of Roundwatch.',
  },
  icpMatch: {
    term: 'ICP match',
    text: 'The service’s own score, from 0% to 100%, for how well a company matches the ideal customer profile (ICP) in the service’s dashboard. Only some webhook events include this score. It doesn’t affect the fit.',
  },
  revealCredits: {
    term: 'Reveal credits',
    text: 'The credits you spend in the service’s dashboard to reveal a company’s contacts. Roundwatch never uses reveal credits.',
  },
  gap: {
    term: 'Gap and catch-up',
    text: 'A gap is a period in which signals may have been missed, usually because the receiver was off. A catch-up fetches the rounds from that period. Roundwatch shows the price first, unless your plan rules allow the catch-up.',
  },
} as const;
