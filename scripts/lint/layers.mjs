/** The paths below are relative to `root`. */
const root = 'electron/core/';

/**
 * The layers of the core, lowest first. A file may import from its own row and from the rows before it. If
 * several paths cover a file, the longest one applies: the file's own path rather than its folder's, and a
 * subfolder's path rather than its parent's.
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
  ['links/', 'notifications/', 'updates/'],
  ['jobs/'],
  ['assistants/'],
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
  // All other code receives only the parts of a workspace that it needs. Function signatures then show which
  // parts are used.
  'workspace/open-workspace.ts': ['workspace/', 'handlers/', 'create-app.ts'],
};

export const coreLayers = { root, rows, restricted, importers };
