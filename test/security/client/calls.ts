import { ENDPOINTS, type Endpoint } from '../../../shared/model/budget.ts';
import { createRandom } from '../support/random.ts';

/** The endpoint for a call number. Client and service compute it independently. */
export const endpointOf = (seed: number, index: number): Endpoint =>
  createRandom(seed ^ 0x5eed, index).pick(ENDPOINTS);
export const companyIdOf = (index: number): string => `c-${index}`;
