import { expect, test } from 'vitest';
import { windowOptions } from '../../../../electron/shells/electron/window-options.ts';

const facts = {
  packaged: true,
  preload: '/app/preload.cjs',
  partition: 'page',
  dark: false,
  bounds: { width: 1_280, height: 820 },
};

test('the window of a packaged app, exactly', () => {
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

test('developer tools only where the app is not packaged', () => {
  expect(windowOptions({ ...facts, packaged: false }).webPreferences.devTools).toBe(true);
});
