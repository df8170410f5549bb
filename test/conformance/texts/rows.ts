import type { Row } from '../kit/bench.ts';
import { ROWS_CONNECTION } from './connection.ts';
import { ROWS_SERVICE_TEXT } from './service-text.ts';
import { ROWS_TERMS_AND_CAPS } from './terms-and-caps.ts';

/** The rows about the service's own text, the connection, the terms of use, spending caps and names. */
export const ROWS_TEXTS: readonly Row[] = [...ROWS_SERVICE_TEXT, ...ROWS_CONNECTION, ...ROWS_TERMS_AND_CAPS];
