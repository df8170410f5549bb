/** All paths below are relative to this folder. */
const root = 'electron/core/';

/**
 * The layers of the core, lowest first. A file may import from its own row and from the rows above it in this list.
 * The most specific path decides: a file wins over a folder, a deeper folder over its parent.
 */
const rows = [
  ['foundation/', 'ports.ts'],
  ['database/'],
  ['service-api/'],
  ['quota/'],
  ['backup/'],
  ['market/', 'search-coverage/'],
  ['contacts/'],
  ['library/', 'library/changes/', 'library/index/'],
  ['privacy/'],
  ['user-data/'],
  ['webhook/'],
  ['workspace/'],
  ['watch/'],
  ['day-plan/'],
  ['fetching/'],
  ['links/', 'notifications/'],
  ['jobs/'],
  ['handlers/'],
  ['create-app.ts'],
];

/** Folders that may import only the listed folders, besides themselves. */
const restricted = {
  // The search engine must be testable and measurable without the rest of the library.
  'library/index/': ['database/', 'foundation/', 'ports.ts'],
};

/** Files that only the listed places may import. */
const importers = {
  // A whole workspace would be a service locator, so functions elsewhere take the parts that they use.
  'workspace/open-workspace.ts': [
    'workspace/',
    'handlers/',
    'create-app.ts',
    'jobs/', // TODO: remove this line once the jobs take the parts that they use.
  ],
};

export const coreLayers = { root, rows, restricted, importers };
