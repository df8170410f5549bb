/** What the commands tell the person. Everything goes to stderr: stdout belongs to the command's own answer. */

/** A failure with a cause and a next step, worded for the person; printed without a stack. */
export class Stop extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const say = (line) => process.stderr.write(`roundwatch: ${line}\n`);

export const indent = (lines) => lines.map((line) => `  ${line}`).join('\n');

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Announces a step that may take long, repeats itself every 20 s, and says how it ended (a `code` is an exit code). */
export async function step(words, work) {
  const startedMs = Date.now();
  say(`${words} …`);
  const repeat = setInterval(
    () => say(`${words}: still at it after ${seconds(Date.now() - startedMs)}`),
    20_000,
  );
  try {
    const result = await work();
    const isDone = !result?.code;
    say(`${words}: ${isDone ? 'done in' : 'failed after'} ${seconds(Date.now() - startedMs)}`);
    return result;
  } finally {
    clearInterval(repeat);
  }
}

/** Runs a command's body; its number is the exit code. */
export async function command(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(error.message);
    process.exitCode = error.exitCode;
  }
}
