import { readCommand } from './command.ts';
import { startSimulator, type Simulator } from './index.ts';

/**
 * Runs the simulator from the command line. Prints one line of JSON to stdout when the service is ready, and
 * messages to stderr. Exits on SIGTERM or SIGINT.
 */
async function main(): Promise<void> {
  let simulator: Simulator;
  try {
    const { options, webhook, ghostPerHour } = readCommand(process.argv.slice(2));
    simulator = await startSimulator(options);
    if (webhook) simulator.webhook.configure(webhook);
    if (ghostPerHour) simulator.setGhost({ requestsPerHour: ghostPerHour });
  } catch (error) {
    console.error(describeStartError(error));
    process.exitCode = 1;
    return;
  }
  const { baseUrl, liveKey, testKey, controlUrl } = simulator;
  console.log(JSON.stringify({ baseUrl, liveKey, testKey, controlUrl }));
  console.error(`simulated Funding Signals service on ${baseUrl}`);
  const stop = (): void => void simulator.dispose();
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return 'The simulator could not start.';
  if ('code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? ` ${String(error.port)}` : '';
    return `Port${port} is taken: end the other program or choose another port.`;
  }
  if ('code' in error && error.code === 'EACCES') return 'That port may not be used without more rights.';
  return error.message;
}

await main();
