import { isIP, Socket } from 'node:net';
import { promises as resolver } from 'node:dns';
import dns from 'node:dns';

/*
 * Loaded before a program with `--import`: as on a machine without a network, nobody connects to anything and no name is
 * found. Who listens still can. Each attempt is told on stderr.
 */

const refused = (what: string): Error => {
  process.stderr.write(`no-sockets: ${what}\n`);
  return Object.assign(new Error(`connect ENETUNREACH ${what}`), { code: 'ENETUNREACH', syscall: 'connect' });
};

Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  const error = refused(JSON.stringify(args[0] ?? null).slice(0, 200));
  process.nextTick(() => this.destroy(error));
  return this;
};
Object.assign(resolver, { lookup: (name: string) => Promise.reject(refused(`look-up of ${name}`)) });
const lookup: unknown = dns.lookup;
Object.assign(dns, {
  lookup: (name: string, ...rest: unknown[]) => {
    // Whoever listens at an address of this machine has it looked up as well.
    if (isIP(name) > 0 && typeof lookup === 'function')
      return void Reflect.apply(lookup, dns, [name, ...rest]);
    const done = rest.at(-1);
    if (typeof done === 'function')
      process.nextTick(() => void Reflect.apply(done, undefined, [refused(name)]));
  },
});
