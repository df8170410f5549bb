import { edgesInCycles } from './cycles.mjs';

/** Returns an entry for each folder and file in a layer table, with its row number. */
const placesOf = (table) =>
  table.rows.flatMap((folders, row) =>
    folders.map((folder) => ({ path: table.root + folder, row, folder, table })),
  );

const covers = (place, file) =>
  place.path.endsWith('/') ? file.startsWith(place.path) : file === place.path;

/** Returns the most specific entry that contains a file. */
const placeCovering = (places, file) =>
  places
    .filter((place) => covers(place, file))
    .sort((a, b) => b.path.length - a.path.length)
    .at(0);

/** Returns messages about files without a layer, and about paths in the table that match no file. */
function tableProblems(layerOf, places, root) {
  const used = new Set(layerOf.values());
  return [
    ...[...layerOf]
      .filter(([file, place]) => file.startsWith(root) && !place)
      .map(([file]) => `${file} is in no layer: layers.mjs must list its folder`),
    ...places.filter((place) => !used.has(place)).map(({ path }) => `${path} in layers.mjs matches no file`),
  ];
}

/**
 * Returns whether the layers allow or forbid an import from one entry of a layer table to another. Returns
 * `undecided` if the table has no rule for the import, for example because both entries are in the same row.
 */
function verdictOf(from, to) {
  if (!from || !to || from.table !== to.table || from.folder === to.folder) return 'undecided';
  const allowed = from.table.restricted[from.folder];
  if (to.row > from.row || (allowed && !allowed.includes(to.folder))) return 'forbidden';
  return to.row < from.row ? 'allowed' : 'undecided';
}

/**
 * Returns the imports of reserved files (the keys of `importers`) that are not allowed for the importing
 * file.
 */
const importsByOthers = (edges, { root, importers = {} }) =>
  Object.entries(importers).flatMap(([file, allowed]) =>
    edges.filter(
      ({ from, to }) => to === root + file && !allowed.some((path) => covers({ path: root + path }, from)),
    ),
  );

/** Returns a message for each file in `importers` that does not exist. */
const missingReserved = (files, { root, importers = {} }) =>
  Object.keys(importers)
    .filter((file) => !files.includes(root + file))
    .map((file) => `${root}${file} in layers.mjs matches no file`);

/**
 * Returns the folder to which a file belongs: its layer's folder, or its own directory if it has no layer.
 */
const folderOf = (file, place) =>
  place ? (place.table.root + place.folder).replace(/\/$/, '') : file.slice(0, file.lastIndexOf('/'));

/**
 * Returns the imports between folders. The folder `from` imports the folder `to` if at least one file in
 * `from` imports a file in `to`. `example` contains the two files of one such import.
 */
function folderEdges(edges, placeOf) {
  const found = new Map();
  for (const example of edges) {
    const [from, to] = [example.from, example.to].map((file) => folderOf(file, placeOf(file)));
    if (from !== to && !found.has(`${from} ${to}`)) found.set(`${from} ${to}`, { from, to, example });
  }
  return [...found.values()];
}

/**
 * Returns the imports that break a rule (`violations`) and the faults of the layer tables (`problems`). Of
 * the imports in a cycle, only those that the layers do not allow are reported, because one of these must be
 * removed.
 */
export function findViolations({ files, edges }, tables) {
  const places = tables.flatMap(placesOf);
  const layerOf = new Map(files.map((file) => [file, placeCovering(places, file)]));
  const placeOf = (file) => layerOf.get(file);
  const verdict = ({ from, to }) => verdictOf(placeOf(from), placeOf(to));
  const named = (file) =>
    placeOf(file) ? `${file} (layer ${placeOf(file).row + 1}, ${placeOf(file).folder})` : file;
  const violation = (rule, { from, to, example }) => {
    const note = `${named(from)} imports ${named(to)}`;
    const details = example ? `${note}, for example ${example.from} imports ${example.to}` : note;
    return { rule, from, to, note: details };
  };
  return {
    violations: [
      ...edges.filter((edge) => verdict(edge) === 'forbidden').map((edge) => violation('layer', edge)),
      ...tables.flatMap((table) => importsByOthers(edges, table)).map((edge) => violation('importer', edge)),
      ...edgesInCycles(folderEdges(edges, placeOf))
        .filter(({ example }) => verdict(example) !== 'allowed')
        .map((edge) => violation('folder-cycle', edge)),
      ...edgesInCycles(edges)
        .filter((edge) => verdict(edge) !== 'allowed')
        .map((edge) => violation('file-cycle', edge)),
    ],
    problems: tables.flatMap((table) => [
      ...tableProblems(
        layerOf,
        places.filter((place) => place.table === table),
        table.root,
      ),
      ...missingReserved(files, table),
    ]),
  };
}

/** Formats a violation as a line in `layer-exceptions.txt`. */
export const lineOf = ({ rule, from, to }) => `${rule} ${from} -> ${to}`;

/** Returns the violations that are not listed as exceptions, and the exceptions that are no longer needed. */
export function compare(violations, exceptions) {
  const today = new Set(violations.map(lineOf));
  const listed = new Set(exceptions);
  return {
    added: violations.filter((violation) => !listed.has(lineOf(violation))),
    stale: exceptions.filter((line) => !today.has(line)),
  };
}

/**
 * Updates the exceptions after a file or folder has been moved, and returns them. If `old` and `renamed` are
 * folders, both must end with a slash.
 */
export function renameIn(exceptions, old, renamed) {
  const follow = (path) => {
    if (path === old || path === old.replace(/\/$/, '')) return renamed.replace(/\/$/, '');
    return old.endsWith('/') && path.startsWith(old) ? renamed + path.slice(old.length) : path;
  };
  return exceptions
    .map((line) => {
      const [rule, from, , to] = line.split(' ');
      return lineOf({ rule, from: follow(from), to: follow(to) });
    })
    .sort();
}
