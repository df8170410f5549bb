import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import { TransportFailure, type HttpTransport } from '../../../electron/core/ports.ts';

/** A network that fails after a set number of requests for pages of rounds. */
export interface CutOff {
  /** The number of requests for pages that succeed before the network fails. */
  pages: number;
  readonly transport: HttpTransport;
}

export function createCutOff(): CutOff {
  const real = createFetchTransport((url, init) => fetch(url, init));
  const cutOff: CutOff = {
    pages: Infinity,
    transport: {
      get: (request) => {
        const isCutOff = request.url.includes('/fundings?') && (cutOff.pages -= 1) < 0;
        return isCutOff ? Promise.reject(new TransportFailure('offline', false)) : real.get(request);
      },
    },
  };
  return cutOff;
}
