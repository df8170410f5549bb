import { listText } from '../../../lib/format.ts';
import type { AssistantLogRow, HandedOut } from '../../../../shared/model/assistants/assistants.ts';
import { assistants } from './strings.ts';

/**
 * Describes what a client has read today: `Today it read 15 companies, 2 notes and 3 tasks, but no contacts.`
 */
export function readTodayText({ companies, notes, tasks, logEntries, contacts }: HandedOut): string {
  const strings = assistants.leaves;
  const parts = [
    ...(companies > 0 ? [strings.companies(companies)] : []),
    ...(notes > 0 ? [strings.notes(notes)] : []),
    ...(tasks > 0 ? [strings.tasks(tasks)] : []),
    ...(logEntries > 0 ? [strings.logEntries(logEntries)] : []),
    ...(contacts > 0 ? [strings.contacts(contacts)] : []),
  ];
  if (parts.length === 0) return strings.nothing;
  return contacts > 0 ? strings.today(listText(parts)) : strings.todayWithoutContacts(listText(parts));
}

type Received = Pick<AssistantLogRow, 'tool' | 'handedOut' | 'made' | 'result'>;

/** Whether the call returned nothing to the client and added nothing to the user's data. */
export const isNothing = (call: Received): boolean => receivedText(call) === assistants.log.nothing;

/** Whether the call returned companies. If so, the call's row can list them. */
export const hasCompanies = (call: Received): boolean =>
  call.made === null && call.handedOut.companies > 0 && !isNothing(call);

/**
 * Describes what a call returned to the client or added to the user's data: `1 company, 2 notes`, `a task`,
 * `your limits` or `nothing`.
 */
export function receivedText({ tool, handedOut, made, result }: Received): string {
  const strings = assistants.log;
  // A reply with the result `no-notes` names only the company that the client asked about.
  if (result === 'no-notes') return strings.nothing;
  const { companies, notes, tasks, logEntries, contacts } = handedOut;
  const parts = [
    ...(companies > 0 ? [strings.companies(companies)] : []),
    ...(notes > 0 ? [strings.notes(notes)] : []),
    ...(tasks > 0 ? [strings.tasks(tasks)] : []),
    ...(logEntries > 0 ? [strings.logEntries(logEntries)] : []),
    ...(contacts > 0 ? [strings.contacts(contacts)] : []),
  ];
  if (made !== null) return strings.made[made];
  if (parts.length > 0) return parts.join(', ');
  return (result === 'done' && strings.figures.get(tool)) || strings.nothing;
}
