export interface Technology {
  readonly name: string;
  readonly categories: readonly string[];
  readonly description: string;
}

const FAMILIES: readonly string[] = (
  'Ember Tally Quartz Helio Pico Nimbus Orbit Larkspur Cinder Fable Glint Harbor Indigo Juno Kite Ledger Mica Nova Onyx ' +
  'Prism Quill Relay Sprout Tundra'
).split(' ');

const KINDS: readonly (readonly [noun: string, category: string, purpose: string])[] = [
  ['DB', 'Databases', 'Stores and queries application data.'],
  ['Queue', 'Messaging', 'Moves messages between services.'],
  ['Cache', 'Databases', 'Keeps frequently read data in memory.'],
  ['Analytics', 'Analytics', 'Measures visits and product use.'],
  ['CRM', 'Sales', 'Keeps accounts, deals and their history.'],
  ['Mail', 'Marketing', 'Sends newsletters and transactional e-mail.'],
  ['Desk', 'Support', 'Collects and answers customer requests.'],
  ['Pay', 'Payments', 'Takes card and bank payments.'],
  ['CDN', 'Hosting', 'Delivers files from close to the visitor.'],
  ['Cloud', 'Hosting', 'Runs applications on rented machines.'],
  ['Flow', 'Automation', 'Connects steps of a process without code.'],
  ['Guard', 'Security', 'Finds and blocks suspicious traffic.'],
  ['UI', 'Front-end frameworks', 'Builds the screens of a web application.'],
  ['Forms', 'Marketing', 'Collects answers on web pages.'],
];

const SPECIAL: readonly Technology[] = [
  { name: 'C++ Toolchain', categories: ['Languages'], description: 'Compiles native code.' },
  { name: 'Q&A Widget', categories: ['Support', 'Marketing'], description: 'Answers visitors on the page.' },
  {
    name: 'Polls, Surveys & More',
    categories: ['Marketing'],
    description: 'Asks visitors for their opinion.',
  },
  {
    name: 'Schéma Registry',
    categories: ['Databases', 'Messaging'],
    description: 'Keeps the shapes of messages.',
  },
  { name: 'Tag Manager [beta]', categories: ['Analytics'], description: 'Loads other scripts.' },
];

/** A few hundred invented products. Some names are hard to use in URLs. */
export const TECHNOLOGIES: readonly Technology[] = [
  ...KINDS.flatMap(([noun, category, description]) =>
    FAMILIES.map((family) => ({ name: `${family} ${noun}`, categories: [category], description })),
  ),
  ...SPECIAL,
];
