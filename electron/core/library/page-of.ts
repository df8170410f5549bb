import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';

/** Returns the rows of one page. Every reply of the contract is limited to one page. */
export const pageOf = <Row>(rows: readonly Row[], offset: number): Row[] =>
  rows.slice(offset, offset + LIST_LIMIT_MAX);
