/*
 * The specification leaves points open (requirements, register 3.12). A profile is one plausible reading of all of them;
 * the app has to be right under each.
 */
export interface Profile {
  /** Which calls count as a page turn [§4.2 rule 2]. */
  readonly pageTurns: 'all' | 'beyond-first' | 'with-open-roles';
  /** Calls outside the lists and companies that count [§8]. */
  readonly countsHealth: boolean;
  readonly recordsOfFilters: 0 | 1;
  readonly recordsOfStats: 0 | 1;
  readonly exportCounts: 'records' | 'lists' | 'nothing';
  /** What a second look at the same company on the same day costs. */
  readonly repeatsFree: boolean;
  readonly limitAbove50: 'refuse' | 'clamp';
  readonly offsetAbove499: 'refuse' | 'empty';
  readonly unknownValues: 'nothing' | 'ignore' | 'refuse';
  readonly badDatesStatus: 400 | 422;
  readonly defaultLimit: number;
  readonly listLayout: 'documented' | 'alternative' | 'mixed';
  readonly wrapDetail: boolean;
  readonly headersOnErrors: boolean;
  /** The limit type a used-up record budget is reported as [§8 rule 1]. */
  readonly recordsLimitType: 'monthly' | 'monthly_export';
  readonly windowBoundary: 'inclusive' | 'exclusive';
  readonly order: 'date' | 'id';
  /** Rule D: fields missing, null or of another type, and hostile text. */
  readonly hostile: boolean;
}

const documented: Profile = {
  pageTurns: 'beyond-first',
  countsHealth: true,
  recordsOfFilters: 1,
  recordsOfStats: 1,
  exportCounts: 'records',
  repeatsFree: false,
  limitAbove50: 'refuse',
  offsetAbove499: 'refuse',
  unknownValues: 'nothing',
  badDatesStatus: 400,
  defaultLimit: 25,
  listLayout: 'documented',
  wrapDetail: false,
  headersOnErrors: false,
  recordsLimitType: 'monthly',
  windowBoundary: 'inclusive',
  order: 'date',
  hostile: false,
};

export const PROFILES = {
  documented,
  strict: {
    ...documented,
    unknownValues: 'refuse',
    badDatesStatus: 422,
    windowBoundary: 'exclusive',
    headersOnErrors: true,
  },
  lenient: {
    ...documented,
    countsHealth: false,
    recordsOfFilters: 0,
    recordsOfStats: 0,
    exportCounts: 'nothing',
    repeatsFree: true,
    limitAbove50: 'clamp',
    offsetAbove499: 'empty',
    unknownValues: 'ignore',
  },
  'worst-case': { ...documented, pageTurns: 'with-open-roles', recordsLimitType: 'monthly_export' },
  alternative: { ...documented, listLayout: 'mixed', wrapDetail: true, order: 'id', defaultLimit: 10 },
  hostile: { ...documented, hostile: true, listLayout: 'mixed' },
} as const satisfies Readonly<Record<string, Profile>>;
export type ProfileName = keyof typeof PROFILES;

export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(PROFILES, name);
