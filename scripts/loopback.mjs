import './node-version.mjs';
import { inRoot } from './environment.mjs';
import { readOptions, toArguments } from './options.mjs';
import { refuseTakenPort } from './ports.mjs';
import { becomeNode24 } from './process.mjs';
import { command } from './say.mjs';
import { prepare } from './setup.mjs';

await command(async () => {
  const options = readOptions('npm run loopback -- [options]', {
    'data-dir': { value: 'DIR', help: 'where the app keeps its data' },
    port: { value: 'N', integer: true, help: 'port on 127.0.0.1 (default: a free one)' },
    demo: { help: 'open the demo workspace' },
    'no-open': { help: 'do not open a browser (this command never does)' },
  });
  await prepare('loopback');
  await refuseTakenPort(options.port);
  return becomeNode24(
    inRoot('electron', 'shells', 'loopback.ts'),
    toArguments(options, ['data-dir', 'port', 'demo']),
  );
});
