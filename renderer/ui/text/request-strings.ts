/** Names of requests and of the screens that send them. */
export const requestStrings = {
  endpoints: {
    health: 'Connection test',
    filters: 'Filter options',
    stats: 'Usage check',
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
