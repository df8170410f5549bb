import { basename } from 'node:path';
import { importRules, pathOf } from './import-rules.mjs';
import { noLiteralStyle } from './no-literal-style.mjs';

/** Returns a rule that reports every node matching one of the selectors. */
const refuse = (message, ...selectors) => ({
  meta: { type: 'problem', schema: [], docs: { description: message } },
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

const fileNames = {
  meta: { type: 'problem', schema: [], docs: { description: 'kebab-case files, PascalCase components.' } },
  create: (context) => ({
    Program(node) {
      const name = basename(pathOf(context));
      const isComponent = name.endsWith('.svelte');
      const isValid = isComponent
        ? /^[A-Z][A-Za-z0-9]*\.svelte$/.test(name)
        : /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.[a-z]+$/.test(name);
      if (isValid) return;
      const expected = isComponent ? 'PascalCase.svelte' : 'kebab-case';
      context.report({ node, loc: { line: 1, column: 0 }, message: `${name}: name it ${expected}` });
    },
  }),
};

/** The project's own rules. `.oxlintrc.json` and `eslint.config.js` define where each rule applies. */
export const houseRules = {
  meta: { name: 'roundwatch' },
  rules: {
    'import-rules': importRules,
    'file-names': fileNames,
    'no-literal-style': noLiteralStyle,
    'no-default-export': refuse(
      'No default exports: a name is the same everywhere.',
      'ExportDefaultDeclaration',
      "ExportSpecifier[exported.name='default']",
    ),
    'no-module-state': refuse(
      'No mutable state at module level: pass it as an argument, or create it in a factory function.',
      'Program > VariableDeclaration[kind=/^(let|var)$/]',
      'Program > ExportNamedDeclaration > VariableDeclaration[kind=/^(let|var)$/]',
    ),
    'no-process-env': refuse(
      'The core does not read the environment: settings are arguments.',
      "MemberExpression[object.name='process'][property.name='env']",
      "ImportDeclaration[source.value='node:process'] > ImportSpecifier[imported.name='env']",
    ),
    'no-raw-ipc': refuse(
      'Raw IPC only in preload.ts, main.ts and shells/electron/port.ts: everything else goes through the contract.',
      'Identifier[name=/^(ipcMain|ipcRenderer)$/]',
    ),
    'one-secret-comparison': refuse(
      'Secrets are compared in electron/core/foundation/constant-time-equal.ts and nowhere else.',
      "ImportSpecifier[imported.name='timingSafeEqual']",
      "MemberExpression[property.name='timingSafeEqual']",
    ),
    'no-request-counters': refuse(
      'Drop late replies with LatestRequest (renderer/lib/latest-request.ts), not with a counter.',
      "VariableDeclarator > UpdateExpression[prefix=true][operator='++']",
      "VariableDeclarator > AssignmentExpression[operator='+=']",
    ),
    'only-a-server': refuse(
      'The receiver is only a server and sends no requests.',
      "ImportDeclaration[importKind='value'][source.value=/^node:(http|net)$/] > ImportSpecifier[importKind='value'][imported.name!='createServer']",
      'ImportDeclaration[source.value=/^node:(http|net)$/] > :matches(ImportDefaultSpecifier, ImportNamespaceSpecifier)',
      'ImportDeclaration[source.value=/^node:(https|http2|tls|dgram|dns)/]',
    ),
    'no-network': refuse(
      'The only way to the network is HttpTransport (electron/adapters/fetch-transport.ts).',
      "CallExpression[callee.name='fetch']",
      "MemberExpression[object.name=/^(globalThis|window|self)$/][property.name='fetch']",
      'NewExpression[callee.name=/^(XMLHttpRequest|EventSource|WebSocket)$/]',
      "MemberExpression[object.name='navigator'][property.name='sendBeacon']",
    ),
  },
};
