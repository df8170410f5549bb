import type { ElectronApplication } from '@playwright/test';

/**
 * Starts to record everything that leads out of the app's page: new windows and pages, navigations, developer
 * tools and downloads. Returns a function that returns what has been recorded so far.
 */
export async function recordEscapes(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ app: electron, BrowserWindow, session }) => {
    const seen: string[] = [];
    Reflect.set(globalThis, 'escaped', seen);
    electron.on('browser-window-created', () => seen.push('a window'));
    electron.on('web-contents-created', () => seen.push('a page'));
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.on('devtools-opened', () => seen.push('developer tools'));
    contents?.on('did-navigate', () => seen.push('a navigation'));
    for (const each of [contents?.session, session.defaultSession])
      each?.on('will-download', (event, item) => {
        if (!event.defaultPrevented) seen.push(`a download of ${item.getURL().slice(0, 40)}`);
      });
  });
  return () => app.evaluate(() => [...(Reflect.get(globalThis, 'escaped') as string[])]);
}
