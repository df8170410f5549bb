/** Messages to the user. They go to stderr, because stdout is the command's result. */

/** An error with a cause and a next step for the user; printed without a stack. */
export class CommandError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const printMessage = (line) => process.stderr.write(`roundwatch: ${line}\n`);

export const indent = (lines) => lines.map((line) => `  ${line}`).join('\n');

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Announces a long step, repeats the message every 20 s, and prints the result (a `code` is an exit code). */
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

/** Runs a command and sets the exit code to its result. */
export async function runCommand(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    printMessage(error.message);
    process.exitCode = error.exitCode;
  }
}
