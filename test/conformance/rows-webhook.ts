import type { Row } from './kit.ts';
import { ROWS_WEBHOOK_EVENT } from './rows-webhook-event.ts';
import { ROWS_WEBHOOK_SENDER } from './rows-webhook-sender.ts';

export const ROWS_WEBHOOK: readonly Row[] = [...ROWS_WEBHOOK_SENDER, ...ROWS_WEBHOOK_EVENT];
