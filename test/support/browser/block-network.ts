import { isIP, Socket } from 'node:net';
import { promises as resolver } from 'node:dns';
import dns from 'node:dns';

/*
 * Simulates a machine without a network when loaded with `node --import`. Each outgoing connection and each
 * DNS lookup fails, and a line on stderr reports it. The process can still listen on ports.
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
    // Node also calls `lookup` when a server listens on an IP address. Looking up an IP address needs no
    // network, so it is allowed.
    if (isIP(name) > 0 && typeof lookup === 'function')
      return void Reflect.apply(lookup, dns, [name, ...rest]);
    const done = rest.at(-1);
    if (typeof done === 'function')
      process.nextTick(() => void Reflect.apply(done, undefined, [refused(name)]));
  },
});
