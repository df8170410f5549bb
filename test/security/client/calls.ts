import { ENDPOINTS, type Endpoint } from '../../../shared/model/budget.ts';
import { createRandom } from '../support/random.ts';

/** Returns the endpoint of call `index`. Client and test service both derive it from the seed. */
export const endpointOf = (seed: number, index: number): Endpoint =>
  createRandom(seed ^ 0x5eed, index).pick(ENDPOINTS);
export const companyIdOf = (index: number): string => `c-${index}`;
