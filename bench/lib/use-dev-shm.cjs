/*
 * Electron loads this module with `-r` before an app. Playwright starts Electron with `--disable-dev-shm-usage`,
 * so Chromium would keep its shared memory in files in /tmp, and each drawn frame would count as bytes written to
 * the disk. Without that switch, Chromium uses /dev/shm, as it does when a user starts the app.
 */
const { app } = require('electron');

const SWITCH = 'disable-dev-shm-usage';
const { appendSwitch } = app.commandLine;
app.commandLine.removeSwitch(SWITCH);
// Playwright's loader may run after this module.
app.commandLine.appendSwitch = (name, value) => {
  if (name !== SWITCH) appendSwitch.call(app.commandLine, name, value);
};
