import './common/node-version.mjs';
import { memoryTempEnvironment, testEnvironment } from './common/environment.mjs';
import { argumentsToPassOn } from './common/options.mjs';
import { mutationProgram } from './testing/run-mutations.mjs';
import { execNode24 } from './common/process.mjs';
import { runCommand } from './common/messages.mjs';
import { prepare } from './setup/prepare.mjs';

/**
 * `npm run mutations [-- NAME…]`: introduces one defect at a time into the code and expects a test to fail.
 */
await runCommand(async () => {
  await prepare('check');
  return execNode24(mutationProgram, argumentsToPassOn(), testEnvironment(memoryTempEnvironment()));
});
