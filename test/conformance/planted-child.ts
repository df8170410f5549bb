import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PLANTS, type Plant } from './planted.ts';

/**
 * `node planted-child.ts NAME ROW…`: runs these rows with the plant of that name in the sources (`-`: with none) and
 * prints `{ failed: { row: message } }`. Ends with 2 where the plant is stale.
 */
const [name = '-', ...ids] = process.argv.slice(2);
const root = new URL('../../', import.meta.url);
const plant = PLANTS.find((one) => one.name === name) ?? null;
if (plant !== null) plantIt(plant);

// Only now: what is imported before is not rewritten.
const { ROWS } = await import('./rows.ts');
const { runRows } = await import('./run-rows.ts');
const rows = ROWS.filter(({ id }) => ids.includes(id));
const missing = ids.filter((id) => !rows.some((row) => row.id === id));
if (missing.length > 0) stop(`no such rows: ${missing.join(', ')}`);
const outcomes = await runRows(rows, 2);
const failed = outcomes.flatMap(({ row, error }) => (error === null ? [] : [[row.id, error.message]]));
process.stdout.write(`${JSON.stringify({ failed: Object.fromEntries(failed) })}\n`);
process.exit(0);

function plantIt({ file, edits }: Plant): void {
  const url = new URL(file, root).href;
  let source = readFileSync(fileURLToPath(url), 'utf8');
  if (edits.length === 0) stop(`${file}: nothing is planted`);
  for (const { find, replace } of edits) {
    const times = source.split(find).length - 1;
    if (times !== 1) stop(`${file} holds "${find}" ${times} times`);
    source = source.replace(find, () => replace);
  }
  registerHooks({
    load: (loaded, context, next) =>
      loaded === pathToFileURL(fileURLToPath(url)).href
        ? { format: 'module-typescript', source, shortCircuit: true }
        : next(loaded, context),
  });
}

function stop(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(2);
}
