import './common/node-version.mjs';
import { inRoot } from './common/environment.mjs';
import { execNode24 } from './common/process.mjs';
import { runCommand } from './common/messages.mjs';
import { prepare } from './setup/prepare.mjs';

/** `npm run conformance`: a row for every requirement of the service and its client, with a one-line verdict. */
await runCommand(async () => {
  await prepare('check');
  return execNode24(inRoot('test', 'conformance', 'run.ts'), []);
});
