/** The paths in this file are relative to this folder. */
const root = 'electron/core/';

/**
 * The layers of the core, lowest first. A file may import from its own row and from the rows before it. If
 * several paths cover a file, the most specific one applies. The path of a file is more specific than that of
 * its folder, and the path of a subfolder more specific than that of its parent.
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
  // The search engine must be testable and measurable without the rest of the library.
  'library/index/': ['database/', 'foundation/', 'ports.ts'],
};

/** Files that may be imported only from the listed places. */
const importers = {
  // If a function receives a whole workspace, its signature does not show which parts it needs. Outside the
  // places listed here, a function therefore receives only those parts.
  'workspace/open-workspace.ts': ['workspace/', 'handlers/', 'create-app.ts'],
};

export const coreLayers = { root, rows, restricted, importers };
