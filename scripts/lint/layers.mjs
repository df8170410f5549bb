/** The paths in this file are relative to this folder. */
const root = 'electron/core/';

/**
 * The layers of the core, lowest first. A file may import from its own row and from the rows above it in this
 * list. If several paths cover a file, the most specific applies: the file itself before its folder, a deeper
 * folder before its parent.
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

/** Folders that may import only themselves and the listed paths. */
const restricted = {
  // The search engine must be testable and measurable without the rest of the library.
  'library/index/': ['database/', 'foundation/', 'ports.ts'],
};

/** Files that only the listed places may import. */
const importers = {
  // A function that takes a whole workspace hides what it needs. Functions outside these places therefore
  // take only the parts that they use.
  'workspace/open-workspace.ts': ['workspace/', 'handlers/', 'create-app.ts'],
};

export const coreLayers = { root, rows, restricted, importers };
