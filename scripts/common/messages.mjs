/** Messages to the user. They go to stderr, because stdout is reserved for the command's result. */

/** An error whose message tells the user the cause and the solution. It is printed without a stack trace. */
export class CommandError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const printMessage = (line) => process.stderr.write(`roundwatch: ${line}\n`);

export const indent = (lines) => lines.map((line) => `  ${line}`).join('\n');

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Runs a long step. Prints a message when it starts, every 20 s, and when it ends. The step has failed if the
 * result's `code` is not 0.
 */
export async function step(words, work) {
  const startedMs = Date.now();
  printMessage(`${words} …`);
  const repeat = setInterval(
    () => printMessage(`${words}: still running after ${seconds(Date.now() - startedMs)}`),
    20_000,
  );
  try {
    const result = await work();
    const isDone = !result?.code;
    printMessage(`${words}: ${isDone ? 'done in' : 'failed after'} ${seconds(Date.now() - startedMs)}`);
    return result;
  } finally {
    clearInterval(repeat);
  }
}

/**
 * Runs a command. The result of the command becomes the exit code of this process. If the command throws a
 * CommandError, only the error's message is printed.
 */
export async function runCommand(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    printMessage(error.message);
    process.exitCode = error.exitCode;
  }
}
