/** The paths in this file are relative to this folder. */
const root = 'electron/core/';

/**
 * The layers of the core, lowest first. A file may import from its own row and from the rows above it in this
 * list. If several paths cover a file, the most specific one applies: the file itself before its folder, and
 * a subfolder before its parent.
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

/** Folders that may import only from themselves and from the listed paths. */
const restricted = {
  // It must be possible to test and measure the search engine without the rest of the library.
  'library/index/': ['database/', 'foundation/', 'ports.ts'],
};

/** Files that may be imported only from the listed places. */
const importers = {
  // A function that takes a whole workspace hides which parts it needs, so functions outside these places
  // take only the parts that they use.
  'workspace/open-workspace.ts': ['workspace/', 'handlers/', 'create-app.ts'],
};

export const coreLayers = { root, rows, restricted, importers };
