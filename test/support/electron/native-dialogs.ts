import type { ElectronApplication } from '@playwright/test';

/**
 * Replaces the native message boxes, because Playwright cannot press their buttons. From then on, every
 * question is answered with yes if `agree` is true, otherwise with no. Returns a function that returns the
 * messages of all questions so far.
 */
export async function answerQuestions(
  app: ElectronApplication,
  agree: boolean,
): Promise<() => Promise<string[]>> {
  await app.evaluate(
    ({ dialog }, response) => {
      const asked: string[] = [];
      Reflect.set(globalThis, 'asked', asked);
      dialog.showMessageBox = (...given: unknown[]) => {
        const options: unknown = given.at(-1);
        asked.push(String(Reflect.get(Object(options), 'message')));
        return Promise.resolve({ response, checkboxChecked: false });
      };
    },
    agree ? 1 : 0,
  );
  return () => app.evaluate(() => [...(Reflect.get(globalThis, 'asked') as string[])]);
}

/**
 * From now on, answers every file dialog with this path; cancels it if `path` is null. Returns a function
 * that returns the titles of the file dialogs shown so far.
 */
export async function answerFileDialogs(
  app: ElectronApplication,
  path: string | null,
): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }, answer) => {
    const titles: string[] = [];
    Reflect.set(globalThis, 'fileDialogs', titles);
    const note = (given: readonly unknown[]): void => {
      titles.push(String(Reflect.get(Object(given.at(-1)), 'title')));
    };
    dialog.showSaveDialog = (...given: unknown[]) => {
      note(given);
      return Promise.resolve({ canceled: answer === null, filePath: answer ?? '' });
    };
    dialog.showOpenDialog = (...given: unknown[]) => {
      note(given);
      return Promise.resolve({ canceled: answer === null, filePaths: answer === null ? [] : [answer] });
    };
  }, path);
  return () => app.evaluate(() => [...(Reflect.get(globalThis, 'fileDialogs') as string[])]);
}

/**
 * From now on, answers every file dialog as the loopback shell does: new files and exports are saved in `folder`,
 * the file that is opened is the one that was saved last, and the folder that is opened is the newest in `folder`.
 */
export const answerFileDialogsIn = (app: ElectronApplication, folder: string): Promise<void> =>
  app.evaluate(({ dialog }, path) => {
    const { mkdirSync, readdirSync, statSync } = process.getBuiltinModule('node:fs');
    const { join } = process.getBuiltinModule('node:path');
    mkdirSync(path);
    let saved = '';
    const newestFolder = (): string =>
      readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(path, name))
        .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0] ?? path;
    const toOpen = (properties: readonly string[]): string => {
      if (properties.includes('openFile')) return saved;
      // Only a folder for an export can be created in the dialog.
      return properties.includes('createDirectory') ? path : newestFolder();
    };
    dialog.showSaveDialog = (...given: unknown[]) => {
      saved = join(path, String(Reflect.get(Object(given.at(-1)), 'defaultPath')));
      return Promise.resolve({ canceled: false, filePath: saved });
    };
    dialog.showOpenDialog = (...given: unknown[]) => {
      const properties = Reflect.get(Object(given.at(-1)), 'properties') as readonly string[];
      return Promise.resolve({ canceled: false, filePaths: [toOpen(properties)] });
    };
  }, folder);

/**
 * Adds an account whose service has this base URL, so the app connects to its host without asking. The app's
 * own process writes the account's record, because the app may run as another user.
 */
export async function addKnownHost(
  app: ElectronApplication,
  dataDir: string,
  baseUrl: string,
): Promise<void> {
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex');
  const record = {
    version: 1,
    id,
    kind: 'account',
    name: new URL(baseUrl).host,
    baseUrl,
    loopback: true,
    keyType: 'unknown',
    createdAtMs: 1,
    apiKeyPlace: null,
    people: { mode: 'none' },
  };
  await app.evaluate(
    (_electron, [folder, text]) => {
      const { mkdirSync, writeFileSync } = process.getBuiltinModule('node:fs');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(`${folder}/workspace.json`, text);
    },
    [`${dataDir}/workspaces/${id}`, JSON.stringify(record)] as const,
  );
}
