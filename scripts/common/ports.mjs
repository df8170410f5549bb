import { createServer } from 'node:net';
import { CommandError } from './messages.mjs';

/**
 * Checks that a port is free. `port` is a string. Does nothing if it is undefined or '0', because the system
 * then chooses a free port.
 * @throws CommandError if the port is taken or cannot be opened
 */
export async function refuseTakenPort(port) {
  if (port === undefined || port === '0') return;
  if (Number(port) > 65_535)
    throw new CommandError(`port ${port} does not exist; choose one up to 65535.`, 2);
  const probe = createServer();
  const code = await new Promise((done) => {
    probe.once('error', (error) => done(error.code));
    probe.listen(Number(port), '127.0.0.1', () => probe.close(() => done(null)));
  });
  if (code === 'EADDRINUSE')
    throw new CommandError(`port ${port} is taken; choose another or leave the option out.`);
  if (code === 'EACCES') throw new CommandError(`port ${port} needs more rights; choose one above 1023.`);
  if (code) throw new CommandError(`port ${port} cannot be opened (${code}).`);
}
