import type { Row } from '../kit/bench.ts';
import { ROWS_WEBHOOK_EVENT } from './event.ts';
import { ROWS_WEBHOOK_SENDER } from './sender.ts';

export const ROWS_WEBHOOK: readonly Row[] = [...ROWS_WEBHOOK_SENDER, ...ROWS_WEBHOOK_EVENT];
