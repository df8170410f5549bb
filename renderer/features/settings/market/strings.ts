import { countText, plural } from '../../../lib/format.ts';

export const market = {
  title: 'Your market',
  /** The name of the section in Settings. */
  settingsTitle: 'Market and buyer roles',
  lede: 'Tell Roundwatch who you sell to. Your market becomes a saved search, and Roundwatch shows how well each company fits. You can change your market later.',
  about: 'Describe who you sell to. Roundwatch shows how well each company fits, from 0 to 100.',
  entered: {
    demo: 'You’re in the demo. Nothing here costs money.',
    connected: 'Connected.',
    keychain: 'Connected. The key is stored in the keychain.',
    session: 'Connected. The key is stored until you quit Roundwatch.',
  },
  countries: 'Countries',
  stages: 'Stages',
  industries: 'Industries',
  technologies: 'Technologies',
  raiseFrom: 'Min. amount',
  raiseTo: 'Max. amount',
  currency: 'Currency',
  any: 'Any',
  hiring: 'Prefer companies that are hiring',
  issues: {
    amount: 'Enter an amount such as 2.5M, 500K or 2500000.',
    amountOrder: 'The maximum is less than the minimum.',
  },
  needsCorrection: 'Correct the amounts first.',
  needsSomething: 'Choose at least one criterion first, such as a country or a stage.',
  searchName: 'Your market',
  brings: 'What to expect',
  aDay: (rounds: number) => (rounds < 1 ? 'less than 1' : `about ${countText(Math.round(rounds))}`),
  roundsADay: (rounds: number) => (Math.round(rounds) <= 1 ? 'round a day' : 'rounds a day'),
  counted: (rounds: number, days: number) => `${plural(rounds, 'round')} in the last ${plural(days, 'day')}.`,
  monthly: (records: number, of: number) =>
    records > of
      ? `Loading a month of matches would use about ${countText(records)} records, more than your monthly limit of ${countText(of)}.`
      : `Loading a month of matches would use about ${countText(records)} of your ${countText(of)} monthly records.`,
  noMatch: (days: number) => `No rounds matched in the last ${plural(days, 'day')}. Try a broader market.`,
  notCounted: 'Not counted yet. Count the matches to see how many rounds to expect.',
  count: 'Count matches',
  countAgain: 'Count again',
  saveAndOpen: 'Save and open Search',
  skip: 'Skip',
  skipHint: 'You can set your market later in Settings.',
  step: (spent: string | null) => (spent === null ? 'Step 2 of 2' : `Step 2 of 2 · spent so far: ${spent}`),
  save: 'Save market',
  /** Shown beside a form with unsaved changes. */
  unsaved: 'Not saved yet',
  saveAsSearch: 'Also save as a search',
  clear: 'Clear market',
  saved: 'Market saved',
  savedAs: 'Market and search saved',
  /** @param companies number of companies in the library */
  refitted: (saved: string, companies: number) =>
    companies === 0 ? saved : `${saved}. Fit recalculated for ${plural(companies, 'company', 'companies')}`,
  showFit: 'Show in Library, best fit first',
  /** Offers to update a saved search that was made from the previous market. */
  searchOutdated: (name: string) => `The saved search “${name}” still uses your previous market.`,
  updateSearch: 'Update search',
  keepSearch: 'Keep search as is',
  searchUpdated: (name: string) => `Search “${name}” updated`,
  unchanged: 'Nothing changed',
  cleared: 'Market cleared. Fit is no longer shown.',
  none: 'No market yet. Describe who you sell to, and Roundwatch shows how well each company fits, from 0 to 100.',
  unread: 'Your market couldn’t be loaded.',
  again: 'Try again',
  oursAbout:
    'Customers, open deals, competitors and “Do not contact” companies stay out of plans and suggestions.',
  oursOpen: 'Import or edit these companies',
} as const;

export const buyerRoles = {
  title: 'Buyer roles',
  about:
    'The job titles you sell to. Roundwatch shows matching contacts first. If Roundwatch knows the titles of a company’s contacts, it shows the number of matches next to the price of these contacts.',
  department: 'Department',
  seniorities: (isAny: boolean) => (isAny ? 'Seniority: any' : 'Seniority'),
  remove: (department: string) => `Remove the ${department} role`,
  removeEmpty: 'Remove the new role',
  chooseDepartment: 'Choose a department',
  departmentNeeded: 'Choose a department, or remove this role.',
  add: 'Add role',
  keywords: 'Words in the title',
  keywordsHint: 'Contacts with one of these words in their title also match',
  keywordsExample: 'RevOps, Growth',
  save: 'Save buyer roles',
  unsaved: 'Not saved yet',
  marketUnsaved: (saved: string) => `${saved}. The changes to your market above aren’t saved yet.`,
  backToCompany: 'Back to the company',
  clear: 'Clear buyer roles',
  saved: 'Buyer roles saved',
  cleared: 'Buyer roles cleared, so contacts are now sorted by seniority',
  /** @param companies number of companies in the library */
  refitted: (saved: string, companies: number) =>
    companies === 0 ? saved : `${saved}. Fit recalculated for ${plural(companies, 'company', 'companies')}`,
  showFit: 'Show in Library, best fit first',
  unchanged: 'Nothing changed',
} as const;
