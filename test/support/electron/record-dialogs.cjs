/*
 * Records each message dialog of the main process in the file named by ROUNDWATCH_DIALOGS and closes it at
 * once, because a native dialog cannot be closed by a test.
 */
const { appendFileSync } = require('node:fs');
const { app, dialog } = require('electron');

app.once('will-finish-launching', () => {
  dialog.showMessageBox = (options) => {
    appendFileSync(process.env.ROUNDWATCH_DIALOGS, `${JSON.stringify(options)}\n`);
    return Promise.resolve({ response: 0, checkboxChecked: false });
  };
});
