import type { Row } from '../kit/bench.ts';
import { ROWS_CONNECTION } from './connection.ts';
import { ROWS_SERVICE_TEXT } from './service-text.ts';

/** Rows for the service's own text and for the connection. */
export const ROWS_WORDS: readonly Row[] = [...ROWS_SERVICE_TEXT, ...ROWS_CONNECTION];
