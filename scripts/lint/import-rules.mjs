import { isBuiltin } from 'node:module';
import { dirname, posix, relative, sep } from 'node:path';
import { governed, importTable, networkFiles, networkModules } from './import-table.mjs';

/**
 * Whether a path matches an entry in the table. An entry is either a file (`…/open.ts`) or the prefix of a
 * path (`electron/core/`).
 */
const isAt = (path, entry) => (/\.\w+$/.test(entry) ? path === entry : path.startsWith(entry));

/**
 * Whether a module belongs to a package: "zod/v4" belongs to "zod". An entry with a trailing slash is a
 * scope, such as "@codemirror/".
 */
const isPackage = (name, entry) =>
  name === entry || name.startsWith(entry.endsWith('/') ? entry : `${entry}/`);

/**
 * Returns the reason why `path` may not import `specifier`; null if it may.
 * @param {string} path the importing file, relative to the project's root and with forward slashes
 * @param {string} specifier the module name as written in the import
 */
export function refusal(path, specifier) {
  if (!governed.some((folder) => path.startsWith(folder))) return null;
  const row = importTable.find(({ files }) => isAt(path, files));
  if (!row) return `${path} is in no row of scripts/lint/import-table.mjs: give its folder one`;
  const target = specifier.split('?')[0];
  if (isBuiltin(target) && !target.startsWith('node:')) return `write "node:${target}"`;
  if (target.startsWith('.') || target.startsWith('/')) return pathRefusal(path, target, row);
  if (target.startsWith('node:')) return nodeRefusal(path, target, row);
  const isAllowed = row.may.some((entry) => isPackage(target, entry));
  return isAllowed ? null : `${row.files} may not import the package ${target}`;
}

function pathRefusal(path, target, row) {
  const resolved = posix.normalize(
    target.startsWith('/') ? target.slice(1) : posix.join(dirname(path), target),
  );
  if (resolved === 'package.json') return null;
  // An entry without a slash, such as "electron", is a package.
  const folders = row.may.filter((entry) => entry.includes('/'));
  const isAllowed = folders.some((entry) => isAt(resolved, entry) || isAt(`${resolved}.ts`, entry));
  return isAllowed ? null : `${row.files} may not import ${resolved}`;
}

function nodeRefusal(path, target, row) {
  if (!row.may.includes('node:')) return `${row.files} may not import ${target}`;
  const isNetwork = networkModules.some((entry) => isPackage(target, entry));
  if (!isNetwork || networkFiles.some((entry) => isAt(path, entry))) return null;
  return `${target} opens the network; the only way out is HttpTransport (electron/adapters/fetch-transport.ts)`;
}

/** Returns the linted file's path relative to the project's root. */
export const pathOf = (context) => relative(context.cwd, context.physicalFilename).split(sep).join('/');

export const importRules = {
  meta: { type: 'problem', schema: [], docs: { description: 'The path of a file says what it may import.' } },
  create(context) {
    const path = pathOf(context);
    const check = (node) => {
      if (typeof node?.value !== 'string') return;
      const message = refusal(path, node.value);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal ?? node.argument),
      TSExternalModuleReference: (node) => check(node.expression),
      "CallExpression[callee.name='require'], CallExpression[callee.property.name='resolve'][callee.object.name='require']":
        (node) => check(node.arguments[0]),
    };
  },
};
