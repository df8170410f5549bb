/** The features that have a screen, each with the other features that it may import via their `index.ts`. */
export const screenFeatures = {
  archive: [],
  assistants: ['search'],
  help: [],
  insights: [],
  library: ['search'],
  quota: ['today'],
  review: ['today'],
  search: [],
  today: ['assistants', 'search'],
  signals: ['today'],
  settings: ['archive', 'assistants', 'search', 'signals', 'today'],
  tasks: [],
  ours: [],
  onboarding: ['search', 'settings'],
};

const screens = Object.keys(screenFeatures);
const folderOf = (feature) => `features/${feature}/`;
const indexOf = (feature) => `features/${feature}/index.ts`;
/** The features whose `index.ts` other features may import. */
const shared = screens.filter((feature) =>
  Object.values(screenFeatures).some((others) => others.includes(feature)),
);

/** Folders that every feature may import. */
const bases = ['lib/', 'ui/', 'session/', 'features/lists/', 'features/company/'];

/**
 * The layers of the renderer, lowest first. Each feature is a folder. The `index.ts` of a shared feature has
 * its own entry, because other features may import that file but not the rest of the folder.
 */
export const rendererLayers = {
  root: 'renderer/',
  rows: [
    ['lib/'],
    ['ui/'],
    ['host/'],
    ['session/'],
    ['features/lists/'],
    ['features/company/'],
    [...screens.map(folderOf), ...shared.map(indexOf)],
    ['frame/'],
    ['App.svelte'],
    ['main.ts'],
  ],
  restricted: {
    // The transports import only the contract, and are imported only by `main.ts` and `App.svelte`.
    'host/': [],
    'session/': ['lib/', 'ui/'],
    ...Object.fromEntries(
      screens.map((feature) => [folderOf(feature), [...bases, ...screenFeatures[feature].map(indexOf)]]),
    ),
    ...Object.fromEntries(shared.map((feature) => [indexOf(feature), [folderOf(feature)]])),
  },
};

export const sharedLayers = {
  root: 'shared/',
  rows: [
    ['model/'],
    [
      'add-costs.ts',
      'app-error.ts',
      'app-failure.ts',
      'buyer-roles.ts',
      'clean-text.ts',
      'company-window.ts',
      'contact-order.ts',
      'fit-order.ts',
      'cost-words.ts',
      'durations.ts',
      'event-source.ts',
      'filter-refusal.ts',
      'fit.ts',
      'fold-diacritics.ts',
      'link-check.ts',
      'list-query.ts',
      'local-date.ts',
      'loopback-codes.ts',
      'market-query.ts',
      'mask-secrets.ts',
      'price-words.ts',
      'product.ts',
      'search-date-ranges.ts',
      'today-sections.ts',
      'triage-marks.ts',
      'usual-days.ts',
      'window-days-left.ts',
      'working-days.ts',
    ],
    ['contract/'],
  ],
  restricted: {},
};
