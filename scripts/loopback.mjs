import './common/node-version.mjs';
import { inRoot } from './common/environment.mjs';
import { readOptions, toArguments } from './common/options.mjs';
import { refuseTakenPort } from './common/ports.mjs';
import { execNode24 } from './common/process.mjs';
import { runCommand } from './common/messages.mjs';
import { prepare } from './setup/prepare.mjs';

await runCommand(async () => {
  const options = readOptions('npm run loopback -- [options]', {
    'data-dir': { value: 'DIR', help: 'where the app keeps its data' },
    port: { value: 'N', integer: true, help: 'port on 127.0.0.1 (default: a free one)' },
    demo: { help: 'open the demo workspace' },
    'no-open': { help: 'do not open a browser (this command never does)' },
  });
  await prepare('loopback');
  await refuseTakenPort(options.port);
  return execNode24(
    inRoot('electron', 'shells', 'loopback.ts'),
    toArguments(options, ['data-dir', 'port', 'demo']),
  );
});
