import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';

/** Returns the rows of one page. The contract limits every reply to one page. */
export const pageOf = <Row>(rows: readonly Row[], offset: number): Row[] =>
  rows.slice(offset, offset + LIST_LIMIT_MAX);
