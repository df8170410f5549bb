import { plural } from '../../lib/format.ts';
import { PRODUCT } from '../../../shared/product.ts';
import { dataPrivacy } from '../../ui/text/data-privacy-strings.ts';

export const help = {
  title: 'Help',
  pages: { guide: 'Guide', glossary: 'Glossary', news: 'What’s new' },
  pagesLabel: 'Help pages',
  shortcuts: 'Show shortcuts',
  loading: 'Loading…',
  guide: [
    {
      title: 'Find companies',
      text: 'Search for newly funded companies by country, stage, industry and date. Each button shows the price first: the most the request can cost. Where the service sets no maximum, the button shows an estimate, such as “about 3, rarely over 10 records”. You pay only for the results you get. Companies you fetch stay in your library, free to open and available offline.',
    },
    {
      title: 'Work through a list',
      text: 'Move with J and K. Press E to mark a company as done, S to save it to a list, H to snooze it and N to write a note. Z undoes the last change.',
    },
    {
      title: 'Contact the right person',
      text: 'You can fetch contacts during the contact window, the 30 days after a round. Copy an e-mail address or start a message from a template. A template can include a placeholder for the reason to write now, such as the company’s latest round. If no reason is known, any sentence in which this is the only placeholder is left out. Roundwatch never sends messages itself.',
    },
    {
      title: 'Stay up to date',
      text: 'Saved searches show how many results are new, and watched lists show changes to their companies. While Roundwatch is open, the receiver gets new rounds as soon as the service sends them. Today brings everything together each morning.',
    },
    {
      title: 'See your market',
      text: 'Insights (press G, then N) charts the rounds in your library by week, amount, country, industry, investor, hiring and contact window. Choose any bar or point to see its companies. Insights is free, unless you choose to count how many rounds the service has.',
    },
    {
      title: 'Track your outcomes',
      text: 'Insights → Outcomes shows how far each company you found has progressed: opened, contacts fetched, contacted, replied, meeting, won. It compares saved searches, lists, stages, countries and fit, with the cost of each in records. It also compares replies by buyer role. The figures come from your statuses and your contact log. A company counts only for the search that found it first.',
    },
    {
      title: 'Review your month',
      text: 'On the first of each month, the monthly review shows what you spent, what you got for it, what expired and what to change. It’s saved as a note that you can edit. Records follow the service’s month, which ends at midnight UTC on the last day. Your own activity follows your local calendar.',
    },
    {
      title: 'Control your spending',
      text: 'Today’s plan proposes requests with their total price and waits for your approval. Quota shows how many records are left, estimates when they run out, and lets you cap daily and monthly spending. In the last five working days before the reset, Today offers a plan to use any records that would otherwise expire.',
    },
    {
      title: 'Work with an assistant',
      text: 'An AI assistant such as Claude Desktop, Cursor or Copilot in VS Code can read your library, help you plan your day and propose requests. Turn this on in Settings → Assistants, add your assistant there and copy its key. Proposals wait on Today with their price, and nothing is spent until you approve. You choose what each assistant may read, see everything it did, and can pause or revoke it at any time.',
    },
    {
      title: 'Keep your data safe',
      text: 'Your library, notes and lists are stored on this computer, and contacts are encrypted. Once a day, Roundwatch backs up your notes, lists and tasks if they have changed. Export them at any time in Settings → Backups.',
    },
  ],
  news: {
    none: 'No changes are listed for this version.',
    unreleased: 'Latest changes',
  },
  about: {
    title: 'Roundwatch',
    version: (version: string) => `Version ${version}`,
    facts: { engine: 'Runs on', system: 'System', data: 'Your data' },
    engine: (electron: string, chromium: string | null) =>
      chromium === null ? `Electron ${electron}` : `Electron ${electron}, Chromium ${chromium}`,
    browser: 'Your browser',
    links: {
      news: 'What’s new',
      licences: 'Licences',
      privacy: 'Privacy',
      terms: 'Terms of use',
      accessibility: 'Accessibility',
      security: 'Report a security problem',
    },
    linksLabel: 'More about Roundwatch',
    copy: 'Copy version details',
    copied: 'Version details copied',
    back: 'Back to About',
    ownLicence: 'Licence for Roundwatch',
    licencesTitle: (count: number) => `Licences for ${plural(count, 'package')}`,
    licencesAbout:
      'Roundwatch is built with these packages. Chromium’s licences are in the file LICENSES.chromium.html, next to the app.',
    noText: 'The package contains no licence text.',
    privacy: [
      ...dataPrivacy.sentences,
      'In Settings → Privacy and deletion, you can block or erase contacts, limit how long they’re kept, and delete all data.',
    ],
    accessibility: [
      'Every feature works with the keyboard. Press ? to see all shortcuts. You can change them in Settings → Shortcuts.',
      'You can turn off single-key shortcuts, for example if you use speech input.',
      'You can enlarge text to 200% in Settings → Appearance. The theme can be light, dark or the same as your system’s.',
      'Every control has a name for screen readers.',
      'In a chart, the arrow keys move between values. Each chart also has a table with the same figures.',
      'Automated tests check every screen against WCAG 2.2, level AA. Roundwatch hasn’t been tested with a screen reader yet.',
    ],
    security: [
      `Write to ${PRODUCT.contact} with “Security” in the subject. Don’t report the problem in a public issue.`,
      'Include the version, the steps to reproduce it, and what an attacker could gain. Never send an API key or anyone’s contact details.',
      'Only the newest version gets security fixes.',
    ],
  },
} as const;
