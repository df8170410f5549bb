import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startProgram, type Started } from '../../support/common/process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';

/* This test needs a build. `npm test` builds first; to run this test alone, run `npm run build` first. */

let folder: ReturnType<typeof tempDir>;
let started: Started | null = null;
beforeEach(() => {
  folder = tempDir();
});
afterEach(async () => {
  await started?.stop();
  folder.remove();
});

/** Starts the loopback shell with the demo. A hook writes the URL of each loaded module to a file. */
async function start(): Promise<{ readonly loaded: () => string }> {
  await started?.stop();
  const file = join(folder.path, `modules-${Date.now()}.txt`);
  const hook = `
    import { appendFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    registerHooks({
      load: (url, context, next) => {
        appendFileSync(${JSON.stringify(file)}, url + '\\n');
        return next(url, context);
      },
    });`;
  const env = {
    ...process.env,
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(hook)}"`,
  };
  started = await startProgram(
    'electron/shells/loopback.ts',
    ['--data-dir', folder.path, '--demo', '--port', '0'],
    env,
  );
  return { loaded: () => (existsSync(file) ? readFileSync(file, 'utf8') : '') };
}

it('nothing of the protocol’s library is loaded while the interface is off, and it is once it is on', async () => {
  const off = await start();
  expect(off.loaded()).toContain('electron/core/create-app.ts');
  expect(off.loaded()).not.toContain('@modelcontextprotocol');
  expect(off.loaded()).not.toContain('adapters/mcp-server.ts');
  const settings = join(folder.path, 'settings.json');
  const workspaces = readdirSync(join(folder.path, 'workspaces'));
  const stored = existsSync(settings) ? (JSON.parse(readFileSync(settings, 'utf8')) as object) : {};
  await started?.stop();
  writeFileSync(
    settings,
    JSON.stringify({ ...stored, assistants: { port: null, on: workspaces, paused: [] } }),
  );
  const on = await start();
  await expect.poll(on.loaded, { timeout: 10_000 }).toContain('@modelcontextprotocol/sdk');
});
