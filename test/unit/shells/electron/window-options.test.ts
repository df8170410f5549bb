import { expect, it } from 'vitest';
import { windowOptions } from '../../../../electron/shells/electron/window-options.ts';

const facts = {
  packaged: true,
  preload: '/app/preload.cjs',
  partition: 'page',
  dark: false,
  platform: 'linux' as const,
  bounds: { width: 1_280, height: 820 },
};

it('are exactly these for a packaged app', () => {
  expect(windowOptions(facts)).toStrictEqual({
    width: 1_280,
    height: 820,
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Roundwatch',
    autoHideMenuBar: true,
    backgroundColor: '#fbfbfa',
    webPreferences: {
      preload: '/app/preload.cjs',
      partition: 'page',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      webgl: false,
      navigateOnDragDrop: false,
      disableDialogs: true,
      spellcheck: false,
      devTools: false,
    },
  });
});

it('enable developer tools only if the app is not packaged', () => {
  expect(windowOptions({ ...facts, packaged: false }).webPreferences.devTools).toBe(true);
});

it('check spelling only on macOS, which needs no dictionary from the internet', () => {
  const on = (platform: NodeJS.Platform) => windowOptions({ ...facts, platform }).webPreferences.spellcheck;
  expect([on('darwin'), on('win32'), on('linux')]).toEqual([true, false, false]);
});
