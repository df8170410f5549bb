import type { LibraryFilters } from '../../shared/model/library.ts';

export const NO_FILTERS: LibraryFilters = {
  countries: [],
  stages: [],
  industries: [],
  investors: [],
  tags: [],
  lists: [],
  statuses: [],
  ownTags: [],
  triage: [],
  ours: [],
  windows: [],
  fits: [],
  freshness: [],
  hiring: null,
  departments: [],
  round: null,
  outcome: null,
  people: null,
  note: null,
};
