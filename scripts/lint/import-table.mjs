import { screenFeatures } from './renderer-layers.mjs';

/**
 * Lists what each file may import. Only the first row whose `files` matches a file's path applies to that
 * file. Every file below the folders in `governed` must match a row. `may` lists folders ("shared/"), files
 * ("electron/core/ports.ts"), packages ("zod"), and "node:" for Node's own modules.
 */

const core = ['electron/core/', 'shared/', 'zod', 'node:'];
const adapter = ['electron/adapters/', 'electron/core/ports.ts', 'shared/', 'node:'];
const shell = [
  'electron/core/',
  'electron/adapters/',
  'electron/simulator/',
  'electron/shells/',
  'shared/',
  'zod',
  'node:',
];
const page = ['renderer/session/', 'renderer/ui/', 'renderer/lib/', 'shared/', 'svelte', '@lucide/svelte'];
const feature = [...page, 'renderer/features/lists/', 'renderer/features/company/'];
const screens = Object.entries(screenFeatures).map(([name, others]) => ({
  files: `renderer/features/${name}/`,
  may: [
    ...feature,
    `renderer/features/${name}/`,
    ...others.map((other) => `renderer/features/${other}/index.ts`),
  ],
}));

export const governed = ['electron/', 'renderer/', 'shared/'];

export const importTable = [
  { files: 'shared/', may: ['shared/', 'zod'] },

  { files: 'electron/core/database/open.ts', may: [...core, 'better-sqlite3'] },
  { files: 'electron/core/user-data/ours/parse-lines.ts', may: [...core, 'papaparse'] },
  { files: 'electron/core/user-data/import-files/parse-csv.ts', may: [...core, 'papaparse'] },
  { files: 'electron/core/user-data/import-files/parse-markdown.ts', may: [...core, 'yaml'] },
  { files: 'electron/core/user-data/archive/', may: [...core, 'fflate'] },
  { files: 'electron/core/', may: core },
  { files: 'electron/simulator/', may: ['electron/simulator/', 'zod', 'node:'] },

  { files: 'electron/adapters/lock-database.ts', may: [...adapter, 'better-sqlite3'] },
  { files: 'electron/adapters/keytar-secrets.ts', may: [...adapter, 'keytar'] },
  { files: 'electron/adapters/electron-settings.ts', may: [...adapter, 'electron-store'] },
  { files: 'electron/adapters/mcp-server.ts', may: [...adapter, '@modelcontextprotocol/sdk'] },
  { files: 'electron/adapters/', may: adapter },

  { files: 'electron/shells/electron/', may: [...shell, 'electron'] },
  { files: 'electron/shells/loopback', may: [...shell, 'ws'] },
  { files: 'electron/shells/', may: shell },
  { files: 'electron/main.ts', may: [...shell, 'electron'] },
  { files: 'electron/preload.ts', may: ['electron'] },

  { files: 'renderer/host/', may: ['renderer/host/', 'shared/'] },
  // The Markdown renderer and the note editor are loaded separately from the rest of the renderer, so only
  // they may import their libraries.
  { files: 'renderer/lib/markdown', may: ['renderer/lib/', 'shared/', 'dompurify', 'marked'] },
  { files: 'renderer/lib/', may: ['renderer/lib/', 'shared/'] },
  { files: 'renderer/ui/controls/note-editor', may: ['renderer/ui/', 'renderer/lib/', '@codemirror/'] },
  // Charts are loaded on demand, so only they may import the chart libraries.
  {
    files: 'renderer/ui/charts/',
    may: ['renderer/ui/', 'renderer/lib/', 'shared/', 'svelte', 'd3-array', 'd3-scale', 'd3-shape'],
  },
  {
    files: 'renderer/ui/',
    may: [
      'renderer/ui/',
      'renderer/lib/',
      'shared/',
      'svelte',
      'bits-ui',
      '@internationalized/date',
      '@lucide/svelte',
      'svelte-sonner',
    ],
  },
  { files: 'renderer/session/', may: page },
  { files: 'renderer/features/lists/', may: [...page, 'renderer/features/lists/'] },
  { files: 'renderer/features/company/', may: feature },
  // The build provides the two virtual modules (`scripts/packaging/help-content.ts`).
  {
    files: 'renderer/features/help/',
    may: [...feature, 'renderer/features/help/', 'virtual:changelog', 'virtual:licences'],
  },
  ...screens,
  { files: 'renderer/frame/', may: [...page, 'renderer/features/', 'renderer/frame/'] },
  // App.svelte and main.ts connect all parts of the renderer.
  {
    files: 'renderer/App.svelte',
    may: ['renderer/', 'shared/', 'svelte', '@lucide/svelte', 'svelte-sonner', 'bits-ui'],
  },
  { files: 'renderer/main.ts', may: ['renderer/', 'shared/', 'svelte', '@fontsource-variable/'] },
];

/** Node modules that can access the network. Only `networkFiles` may import them. */
export const networkModules = [
  'node:http',
  'node:https',
  'node:http2',
  'node:net',
  'node:tls',
  'node:dgram',
  'node:dns',
];
/**
 * Files that may import the modules above: the transport that sends the app's requests, and servers. The lint
 * rule `roundwatch/only-a-server` ensures that the server shared by the webhook receiver and the assistant
 * interface sends no requests.
 */
export const networkFiles = [
  'electron/adapters/fetch-transport.ts',
  'electron/simulator/',
  'electron/shells/',
  'electron/core/foundation/local-http/',
  'electron/core/webhook/',
  'electron/core/assistants/',
];
