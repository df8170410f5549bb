import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { inRoot, installCache, root } from '../common/environment.mjs';
import { readStamp, writeStamp } from '../common/stamps.mjs';

/**
 * `npm run check` lints only the files that have changed since the last run that passed, and all files that
 * import them. It runs the tests that load a changed file. For this, a file counts as unchanged if only
 * types, comments or formatting changed, because these cannot affect test results. `npm test` tests
 * everything.
 */

/** The folders whose TypeScript files may import each other. */
const SOURCE_FOLDERS = ['electron', 'renderer', 'shared', 'test', 'bench', 'scripts'];

const stampFile = join(installCache, 'checked-tree');

/** Runs Git with a separate index, which records the working copy without touching the user's index. */
function git(...args) {
  mkdirSync(installCache, { recursive: true });
  const env = { ...process.env, GIT_INDEX_FILE: join(installCache, 'checked-index') };
  return execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Returns the Git tree of the working copy, including untracked files; null outside a Git repository. */
export function readWorkingTree() {
  try {
    git('add', '--all');
    return git('write-tree').trim();
  } catch {
    return null;
  }
}

/**
 * Returns the paths that differ between two trees; null if all files must be checked.
 */
function changedBetween(passed, tree) {
  if (tree === null || passed === null) return null;
  try {
    return git('diff', '--name-only', '--no-renames', passed, tree).split('\n').filter(Boolean);
  } catch {
    return null; // Git has deleted the old tree.
  }
}

export const recordPass = (tree) => writeStamp(stampFile, tree ?? '');

/**
 * Returns the files to lint and the files to test in `tree`, in the form that `affectedBy` returns. Null
 * means every file.
 */
export async function findAffected(tree) {
  const passed = readStamp(stampFile);
  const changed = changedBetween(passed, tree);
  if (changed === null) return { toLint: null, toTest: null };
  // Imported dynamically, because these modules need TypeScript, which may not be installed yet when this
  // module is loaded.
  const { readImportGraph, loadedEdges } = await import('../lint/import-graph.mjs');
  const { isSameCode } = await import('./same-code.mjs');
  const texts = new Map();
  const read = (path) => {
    if (!texts.has(path)) texts.set(path, readFileSync(inRoot(path), 'utf8'));
    return texts.get(path);
  };
  /**
   * Whether the code of a TypeScript module is the same as in the last tree that passed, ignoring types and
   * comments.
   */
  const isUnchangedCode = (path) => {
    try {
      return path.endsWith('.ts') && isSameCode(git('show', `${passed}:${path}`), read(path));
    } catch {
      return false; // The file is new or deleted.
    }
  };
  try {
    const graph = readImportGraph(root, SOURCE_FOLDERS);
    const toLint = affectedBy(changed, graph, read);
    const loaded = { ...graph, edges: loadedEdges(graph, read) };
    const toTest = toLint && affectedBy(changed, loaded, read, isUnchangedCode);
    return { toLint, toTest };
  } catch {
    return { toLint: null, toTest: null }; // A changed file imports a missing file. The type check reports this error.
  }
}

const isSource = (path) => /\.(ts|svelte)$/.test(path) && !path.endsWith('.d.ts');
/** Text files affect only the tests that read the repository (see `readsRepository`). */
const isText = (path) => /\.(md|css)$/.test(path);

/**
 * Returns the modules that a file starts as worker threads or child processes. The file does not import these
 * modules, but references them with `new URL(…)`.
 */
const urlTargets = (path, text) =>
  [...text.matchAll(/new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url/g)].map(([, target]) =>
    posix.join(posix.dirname(path), target),
  );

/**
 * Whether a test module reads repository files at run time. The result of such a test also depends on files
 * that the module does not import.
 */
const readsRepository = (path, text) =>
  path.startsWith('test/') && /import\.meta\.|process\.cwd\(\)|environment\.mjs'/.test(text);

/**
 * @param {readonly string[]} changed
 * @param {{ files: readonly string[], edges: readonly { from: string, to: string }[] }} graph
 * @param {(path: string) => string} read
 * @param {(path: string) => boolean} isIgnored returns whether a file affects only modules that read the
 * repository
 * @returns {Set<string> | null} the changed source files, their direct and indirect importers, and the
 * modules that read the repository; null if every file may be affected
 */
export function affectedBy(changed, { files, edges }, read, isIgnored = () => false) {
  if (changed.some((path) => !isSource(path) && !isText(path))) return null;
  const importers = new Map(files.map((file) => [file, []]));
  for (const { from, to } of edges) importers.get(to)?.push(from);
  const pending = changed.filter((path) => !isIgnored(path));
  for (const file of files) {
    const text = read(file);
    for (const target of urlTargets(file, text)) importers.get(target)?.push(file);
    if (changed.length > 0 && readsRepository(file, text)) pending.push(file);
  }
  const affected = new Set();
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (affected.has(path)) continue;
    affected.add(path);
    pending.push(...(importers.get(path) ?? []));
  }
  return new Set(files.filter((file) => affected.has(file)));
}

/**
 * Returns one list of file arguments for each run of a tool. There is at most one run, and none if `isWanted`
 * accepts none of the affected files. If `affected` is null, any file may be affected, and the arguments are
 * `all`.
 */
export function runsFor(affected, isWanted, all) {
  if (affected === null) return [all];
  const files = [...affected].filter(isWanted);
  return files.length > 0 ? [files] : [];
}
