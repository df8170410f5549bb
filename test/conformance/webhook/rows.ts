import type { Row } from '../kit/bench.ts';
import { ROWS_WEBHOOK_EVENT } from './event.ts';
import { ROWS_WEBHOOK_SENDER } from './sender.ts';
import { ROWS_WEBHOOK_TUNNEL } from './tunnel.ts';

export const ROWS_WEBHOOK: readonly Row[] = [
  ...ROWS_WEBHOOK_SENDER,
  ...ROWS_WEBHOOK_EVENT,
  ...ROWS_WEBHOOK_TUNNEL,
];
