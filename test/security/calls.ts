import { ENDPOINTS, type Endpoint } from '../../shared/model/budget.ts';
import { createRandom } from './random.ts';

/** Which call a number stands for: known to the client and to the service without asking. */
export const endpointOf = (seed: number, index: number): Endpoint =>
  createRandom(seed ^ 0x5eed, index).pick(ENDPOINTS);
export const companyIdOf = (index: number): string => `c-${index}`;
