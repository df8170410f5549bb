import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { root } from '../common/environment.mjs';
import { readImportGraph } from './import-graph.mjs';
import { compare, findViolations, renameIn } from './layer-rules.mjs';
import { coreLayers } from './layers.mjs';
import { findPackageInPage } from './page-packages.mjs';
import { rendererLayers, sharedLayers } from './renderer-layers.mjs';

/**
 * Reports imports that break the layer rules, import cycles among files and among folders, and files that
 * make the page load schemas. Imports that are listed in layer-exceptions.txt are allowed. `--update` removes
 * the exceptions that are no longer needed. `--rename OLD NEW` updates the exceptions after a file or folder
 * has been moved. No option adds an exception.
 */

const exceptionsFile = new URL('layer-exceptions.txt', import.meta.url);
const header = '# Imports that break a rule of check-layers.mjs. This list only gets shorter.';
const readExceptions = () =>
  readFileSync(exceptionsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const writeExceptions = (lines) => writeFileSync(exceptionsFile, `${[header, ...lines].join('\n')}\n`);

/**
 * Maximum number of violations printed per rule. A single import can create cycles through many files. Ten
 * lines are enough to find that import.
 */
const MAX_LINES_PER_RULE = 10;

function describeAdded(added) {
  return [...new Set(added.map(({ rule }) => rule))].flatMap((rule) => {
    const lines = added
      .filter((violation) => violation.rule === rule)
      .map(({ note }) => `new violation (${rule}): ${note}`);
    const more = lines.length - MAX_LINES_PER_RULE;
    return more > 0 ? [...lines.slice(0, MAX_LINES_PER_RULE), `… and ${more} more (${rule})`] : lines;
  });
}

/**
 * Returns a message for each chain of imports that makes the page load zod. Zod generates code at run time,
 * but the page's content security policy forbids this. Zod is also so large that it would delay the first
 * view.
 */
function describeSchemasInPage() {
  const { chains } = findPackageInPage(root, 'renderer/main.ts', 'zod');
  return chains
    .slice(0, MAX_LINES_PER_RULE)
    .map((chain) => `the page must not load zod, but ${chain.join(' imports ')}, which imports zod`);
}

function check({ update }) {
  const graph = readImportGraph(root, ['electron', 'renderer', 'shared']);
  const { violations, problems } = findViolations(graph, [coreLayers, rendererLayers, sharedLayers]);
  const exceptions = readExceptions();
  const { added, stale } = compare(violations, exceptions);
  if (update) writeExceptions(exceptions.filter((line) => !stale.includes(line)));
  const unneeded = update
    ? []
    : stale.map((line) => `no longer needed: "${line}"; remove it from layer-exceptions.txt`);
  const messages = [...problems, ...describeSchemasInPage(), ...describeAdded(added), ...unneeded];
  if (unneeded.length > 0)
    messages.push('`node scripts/lint/check-layers.mjs --update` removes unneeded lines.');
  console.log(messages.join('\n') || `${violations.length} listed violations, no new ones`);
  return messages.length === 0;
}

const { values, positionals } = parseArgs({
  options: { update: { type: 'boolean' }, rename: { type: 'boolean' } },
  allowPositionals: true,
});
if (values.rename) {
  const [old, renamed] = positionals;
  if (!renamed) throw new Error('usage: check-layers.mjs --rename OLD NEW');
  writeExceptions(renameIn(readExceptions(), old, renamed));
} else if (!check(values)) process.exitCode = 1;
