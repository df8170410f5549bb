import type { BrowserWindow, MessageBoxOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import type { NativeQuestion } from '../../../../electron/core/ports.ts';
import { createNativeConfirm } from '../../../../electron/shells/electron/native-questions.ts';

const link = { kind: 'open-link', isPlain: false, isPasted: false, isMany: false } as const;
const QUESTIONS: readonly (readonly [NativeQuestion, string, RegExp])[] = [
  [{ kind: 'connect', host: 'api.example' }, 'Connect to api.example?', /send your API key/],
  [{ ...link, host: 'a.example', isPlain: true }, 'Open a.example without encryption?', /plain HTTP/],
  [
    { ...link, host: 'a.example', isPasted: true },
    'Open a.example?',
    /^The address comes from a pasted event/,
  ],
  [{ ...link, host: null, isMany: true }, 'Open your mail program?', /many links in the last minute/],
  [
    { kind: 'spend-at-once', records: 1_500, threshold: 200 },
    'Spend up to 1,500 records?',
    /more than 200 records/,
  ],
  [
    { kind: 'spend-today', records: 25, spent: 190, more: 200 },
    'Spend up to 25 more records today?',
    /has spent 190 records today.*can spend 200 more records/,
  ],
  [
    { kind: 'spend-today', records: 1, spent: 1, more: 2 },
    'Spend 1 more record today?',
    /^Roundwatch has spent 1 record today\. .*can spend 2 more records/,
  ],
  [
    { kind: 'spend-today', records: 2, spent: 0, more: 2 },
    'Spend up to 2 more records today?',
    /^Roundwatch has spent no records today\./,
  ],
  [{ kind: 'spend-at-once', records: 1, threshold: 0 }, 'Spend 1 record?', /before it spends any records\./],
  [
    { kind: 'spend-at-once', records: 2, threshold: 1 },
    'Spend up to 2 records?',
    /more than 1 record at once/,
  ],
  [
    { kind: 'raise-limit', limit: 'cap', from: 100, to: null },
    'Raise a spending cap from 100 to no limit?',
    /more records/,
  ],
  [
    { kind: 'raise-limit', limit: 'threshold', from: 100, to: 500 },
    'Raise the spending confirmation from 100 to 500?',
    /ask less often before it spends records/,
  ],
];

/** Creates a fake of Electron's dialog. Its user always presses the button with the index `response`. */
function createDialog(response: number) {
  const shown: { parent: unknown; options: MessageBoxOptions }[] = [];
  const showMessageBox = (first: unknown, second?: MessageBoxOptions) => {
    const [parent, options] = second === undefined ? [null, first as MessageBoxOptions] : [first, second];
    shown.push({ parent, options });
    return Promise.resolve({ response, checkboxChecked: false });
  };
  return { shown, showMessageBox };
}

describe('native questions', () => {
  it.each(QUESTIONS)('%j', async (question, message, detail) => {
    const dialog = createDialog(0);
    await createNativeConfirm(dialog, () => null)(question);
    const [{ options } = { options: null }] = dialog.shown;
    expect(options?.message).toBe(message);
    expect(options?.detail).toMatch(detail);
  });

  it.each([
    [0, false],
    [1, true],
    // The window manager closed the dialog.
    [-1, false],
  ])('the button %i agrees: %s; Enter and Escape cancel', async (response, agreed) => {
    const dialog = createDialog(response);
    const parent = {} as BrowserWindow;
    expect(await createNativeConfirm(dialog, () => parent)({ kind: 'connect', host: 'a' })).toBe(agreed);
    expect(dialog.shown).toMatchObject([
      { parent, options: { defaultId: 0, cancelId: 0, buttons: ['Cancel', 'Send API key'] } },
    ]);
  });
});
