import { isSameDay } from '../../../../shared/local-date.ts';
import type { AssistantPermission } from '../../../../shared/model/assistants/assistant-limits.ts';
import type { AssistantClient } from '../../../../shared/model/assistants/assistants.ts';
import { dayTimeText, timeText } from '../../../lib/format.ts';
import { assistants } from './strings.ts';

const strings = assistants.clients;

/** Formats a time: `09:31`, or `21 May 09:31` on another day. */
export const timeOrDayText = (atMs: number, nowMs: number): string =>
  isSameDay(atMs, nowMs) ? timeText(atMs) : dayTimeText(atMs);

/** Describes an assistant: `In the cloud · last request 09:31`. */
export const clientLine = (client: AssistantClient, nowMs: number): string =>
  [
    strings.places[client.place],
    client.lastCallAtMs === null
      ? strings.never
      : strings.lastCall(timeOrDayText(client.lastCallAtMs, nowMs)),
  ].join(' · ');

/** Explains a permission. For contacts, the text states whether they leave this computer. */
export function permissionHint(
  permission: AssistantPermission,
  { place, permissions }: Pick<AssistantClient, 'place' | 'permissions'>,
): { readonly text: string; readonly isWarning: boolean } {
  const { permissions: words, permissionHints: hints } = assistants;
  const readsContacts = permissions.includes('contacts');
  if (permission === 'read')
    return { text: readsContacts ? words.read.hint : hints.readWithoutContacts, isWarning: false };
  if (permission !== 'contacts' || place === 'local')
    return { text: words[permission].hint, isWarning: false };
  if (!readsContacts) return { text: hints.contactsCloud, isWarning: false };
  return { text: place === 'cloud' ? hints.contactsLeave : hints.contactsMayLeave, isWarning: true };
}
