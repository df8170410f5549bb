/** Names of requests and of the screens that send them. */
export const requestStrings = {
  endpoints: {
    health: 'Service status',
    filters: 'Filter options',
    stats: 'Account usage',
    fundings: 'Rounds',
    companies: 'Companies',
    company: 'Profile',
    contacts: 'Contacts',
    'tech-stack': 'Tech stack',
    rounds: 'All rounds',
    highlights: 'Highlights',
    'open-roles': 'Open roles',
    news: 'News',
  },
  screens: {
    'first-run': 'Setup',
    today: 'Today',
    search: 'Search',
    library: 'Library',
    company: 'Company',
    signals: 'Signals',
    quota: 'Quota',
    settings: 'Settings',
    none: '–',
  },
} as const;
