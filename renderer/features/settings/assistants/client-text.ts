import { isSameDay } from '../../../../shared/local-date.ts';
import type { AssistantClient } from '../../../../shared/model/assistants/assistants.ts';
import { dayTimeText, timeText } from '../../../lib/format.ts';
import { assistants } from './strings.ts';

const strings = assistants.clients;

/** Formats a time in the past: `09:31`, or `21 May 09:31` if it was not today. */
export const timeOrDayText = (atMs: number, nowMs: number): string =>
  isSameDay(atMs, nowMs) ? timeText(atMs) : dayTimeText(atMs);

/** Describes a client: `Cloud service · last call 09:31 · 2 proposals waiting`. */
export const clientLine = (client: AssistantClient, waiting: number, nowMs: number): string =>
  [
    strings.places[client.place],
    client.lastCallAtMs === null
      ? strings.never
      : strings.lastCall(timeOrDayText(client.lastCallAtMs, nowMs)),
    ...(waiting > 0 ? [strings.waiting(waiting)] : []),
  ].join(' · ');
