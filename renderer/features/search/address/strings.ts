export const addressStrings = {
  inLibrary: 'In your library',
  matches: {
    email: 'contact with this e-mail address',
    linkedin: 'contact with this LinkedIn profile',
    website: 'contact at a company with this website',
    company: 'company with a matching website or LinkedIn page',
    name: 'similar name, website unknown',
  },
  /**
   * Shown for companies with a similar name whose website is unknown, because their profile has not been
   * fetched.
   */
  websiteUnknown: (address: string) => `Maybe in your library: ${address}`,
  fetchProfileOf: (name: string) => `Fetch the profile of ${name} to see its website`,
  /** Shown if no company matches an address. A search for an address does not search notes. */
  noCompanyWith: (address: string) => `No company in your library matches ${address}`,
  notInLibrary: (name: string) => `Not in your library: ${name}`,
  /**
   * Shown while the limit on contacts per minute pauses the contact search. A matching contact may then be
   * missing.
   */
  paused: 'Contact search is paused for a moment',
  searchService: (name: string) => `Search the service for “${name}”`,
  priceFirst: 'shows the price first',
  fetchFirstMatch: (name: string) => `Fetch the first company that matches “${name}”`,
  firstMatch: (name: string) =>
    `This is the service’s first match for “${name}”. Check that it’s the right company.`,
  noFirstMatch: (name: string) =>
    `The service found no company that matches “${name}” and has a round in the last 12 months.`,
  markOurs: (host: string) => `Mark ${host} as a customer`,
  asCustomer: 'counts as already yours, free',
  markedOurs: (host: string) => `${host} marked as a customer`,
  searchByName: 'Search the service by company name',
  noPeopleSearch: 'the service can’t search for contacts',
} as const;
