import { createApi, type Port } from '../../shared/contract/kit.ts';
import type { Api, contract } from '../../shared/contract/index.ts';

/** The typed API over a port. */
export const apiOf = (port: Port): Api => createApi<typeof contract>(port);
