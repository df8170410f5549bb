import './node-version.mjs';
import { inMemory, testEnvironment } from './environment.mjs';
import { mutationProgram } from './mutations.mjs';
import { becomeNode24 } from './process.mjs';
import { command } from './say.mjs';
import { prepare } from './setup.mjs';

/** `npm run mutations [-- NAME…]`: plants each defect in turn and expects its test to fail. */
await command(async () => {
  await prepare('check');
  return becomeNode24(mutationProgram, process.argv.slice(2), testEnvironment(inMemory()));
});
