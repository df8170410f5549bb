/**
 * What a file may import, by its path. The first row whose `files` match is the file's row.
 * `may` holds folders ("shared/"), files ("electron/core/ports.ts"), packages ("zod") and "node:" for Node's own modules.
 * A file in one of `governed` without a row may not exist.
 */

const core = ['electron/core/', 'shared/', 'zod', 'node:'];
const adapter = ['electron/adapters/', 'electron/core/ports.ts', 'shared/', 'node:'];
const shell = [
  ...[
    'electron/core/',
    'electron/adapters/',
    'electron/simulator/',
    'electron/shells/',
    'shared/',
    'zod',
    'node:',
  ],
];
const view = [
  'renderer/views/',
  'renderer/state/',
  'renderer/ui/',
  'renderer/lib/',
  'shared/',
  'svelte',
  '@lucide/svelte',
];

export const governed = ['electron/', 'renderer/', 'shared/'];

export const importTable = [
  { files: 'shared/', may: ['shared/', 'zod'] },

  { files: 'electron/core/db/open.ts', may: [...core, 'better-sqlite3'] },
  { files: 'electron/core/', may: core },
  { files: 'electron/simulator/', may: ['electron/simulator/', 'zod', 'node:'] },

  { files: 'electron/adapters/keytar-secrets.ts', may: [...adapter, 'keytar'] },
  { files: 'electron/adapters/electron-settings.ts', may: [...adapter, 'electron-store'] },
  { files: 'electron/adapters/', may: adapter },

  { files: 'electron/shells/electron-', may: [...shell, 'electron'] },
  { files: 'electron/shells/loopback', may: [...shell, 'ws'] },
  { files: 'electron/shells/', may: shell },
  { files: 'electron/main.ts', may: [...shell, 'electron'] },
  { files: 'electron/preload.ts', may: ['electron'] },

  { files: 'renderer/host/', may: ['renderer/host/', 'shared/'] },
  // Notes: what reads Markdown and what writes it, each a chunk of its own.
  { files: 'renderer/lib/markdown', may: ['renderer/lib/', 'shared/', 'dompurify', 'marked'] },
  { files: 'renderer/lib/', may: ['renderer/lib/', 'shared/'] },
  {
    files: 'renderer/state/',
    may: ['renderer/state/', 'renderer/lib/', 'renderer/host/api.ts', 'shared/', 'svelte'],
  },
  { files: 'renderer/ui/note-editor', may: ['renderer/ui/', 'renderer/lib/', '@codemirror/'] },
  {
    files: 'renderer/ui/',
    may: ['renderer/ui/', 'renderer/lib/', 'shared/', 'svelte', 'bits-ui', '@lucide/svelte', 'svelte-sonner'],
  },
  { files: 'renderer/views/', may: view },
  // The entry and the frame put everything together.
  {
    files: 'renderer/App.svelte',
    may: ['renderer/', 'shared/', 'svelte', '@lucide/svelte', 'svelte-sonner', 'bits-ui'],
  },
  { files: 'renderer/main.ts', may: ['renderer/', 'shared/', 'svelte', '@fontsource-variable/'] },
];

/** Node modules that reach the network; allowed where a row of this list says so and nowhere else below `governed`. */
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
 * fetch-transport is the app's way out; the simulator, the loopback shell and the webhook's receiver are servers (of the receiver
 * `roundwatch/only-a-server` proves it).
 */
export const networkFiles = [
  'electron/adapters/fetch-transport.ts',
  'electron/simulator/',
  'electron/shells/',
  'electron/core/signals/',
];
