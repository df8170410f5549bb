import './common/node-version.mjs';
import { inRoot } from './common/environment.mjs';
import { execNode24 } from './common/process.mjs';
import { runCommand } from './common/messages.mjs';
import { prepare } from './setup/prepare.mjs';

/**
 * `npm run conformance`: checks the simulated service and the client against the specification. Prints one
 * row per requirement and a one-line verdict.
 */
await runCommand(async () => {
  await prepare('check');
  return execNode24(inRoot('test', 'conformance', 'run.ts'), []);
});
