import './common/node-version.mjs';
import { readOptions } from './common/options.mjs';
import { prepare } from './setup/prepare.mjs';
import { chooseElectron, startElectron } from './launch/start-electron.mjs';
import { startLoopback } from './launch/start-loopback.mjs';
import { CommandError, printMessage, runCommand } from './common/messages.mjs';

await runCommand(async () => {
  const options = readOptions('npm start [-- options]', {
    demo: { help: 'open the demo workspace: no key, no cost' },
    shell: {
      value: 'NAME',
      oneOf: ['electron', 'loopback'],
      help: 'electron (default) or loopback (a browser window)',
    },
    'data-dir': { value: 'DIR', help: 'where the app keeps its data' },
    port: { value: 'N', integer: true, help: 'loopback only: port on 127.0.0.1' },
    'no-open': { help: 'loopback only: print the address instead of opening a window' },
  });
  await prepare('start');
  if (options.shell === 'loopback') return startLoopback(options);
  const electron = await chooseElectron({ retry: options.shell === 'electron' });
  if (!electron.reason) {
    const failure = await startElectron(electron, options);
    if (typeof failure === 'number') return failure;
    electron.reason = failure;
  }
  if (options.shell === 'electron')
    throw new CommandError(
      `${electron.reason}; "npm start -- --shell=loopback" opens a browser window instead.`,
    );
  printMessage(`${electron.reason}; opening in a browser instead`);
  return startLoopback(options);
});
