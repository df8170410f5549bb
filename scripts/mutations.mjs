import './common/node-version.mjs';
import { memoryTempEnvironment, testEnvironment } from './common/environment.mjs';
import { argumentsToPassOn } from './common/options.mjs';
import { mutationProgram } from './testing/run-mutations.mjs';
import { execNode24 } from './common/process.mjs';
import { runCommand } from './common/messages.mjs';
import { prepare } from './setup/prepare.mjs';

/**
 * `npm run mutations [-- NAME…]`: introduces defects into the code, one at a time. For each defect, at least
 * one test must fail.
 */
await runCommand(async () => {
  await prepare('check');
  return execNode24(mutationProgram, argumentsToPassOn(), testEnvironment(memoryTempEnvironment()));
});
