import './node-version.mjs';
import { inRoot } from './environment.mjs';
import { becomeNode24 } from './process.mjs';
import { command } from './say.mjs';
import { prepare } from './setup.mjs';

/** `npm run conformance`: a row for every requirement of the service and its client, with a one-line verdict. */
await command(async () => {
  await prepare('check');
  return becomeNode24(inRoot('test', 'conformance', 'run.ts'), []);
});
