/** UI text about the provider's terms of use (spec §1) and about the app. */
export const terms = {
  title: 'Terms of use',
  about:
    'The service’s terms of use apply to all data that Roundwatch downloads. Only the terms of your account are binding, not this summary.',
  permitted: {
    title: 'Allowed',
    uses: [
      'Sales: finding companies and contacting the right people',
      'Internal reports',
      'Training large language models (LLMs)',
    ],
  },
  forbidden: {
    title: 'Not allowed',
    uses: ['Scraping', 'Resale', 'Showing raw data to the public'],
  },
  here: {
    title: 'In Roundwatch',
    uses: [
      'You can copy one company’s data at a time. Company data can’t be exported or copied in bulk.',
      'The service is for new signals, not for bulk export. A search returns at most 500 records.',
      'You can export your notes, lists and tasks at any time. Exports contain no downloaded data except the names of companies and investors.',
    ],
  },
  read: 'Read the terms of use',
  app: {
    title: 'Help and about',
    about: 'Roundwatch finds newly funded companies and shows the price of every request before you send it.',
    version: 'Version',
    terms: 'Terms of use',
    guide: 'Open guide',
    glossary: 'Open glossary',
    news: 'Show what’s new',
    aboutApp: 'About Roundwatch',
    summary:
      'You can use the data for sales and internal reports. Scraping, resale and showing raw data to the public aren’t allowed.',
  },
} as const;
