import type { DeletionQuestion } from '../../../shared/contract/privacy.ts';
import { longDayText, plural } from '../../lib/format.ts';

/**
 * UI text for the question of whether to erase expired contacts. The app asks because it is not certain of
 * the current date.
 */
export const expiredContacts = {
  keep: 'Keep data for now',
  erase: 'Erase data…',
  erased: (people: number) =>
    people === 0 ? 'Text of expired webhook events erased' : `${plural(people, 'contact')} erased`,
  /** Describes the data to erase, such as `27 contacts at 9 companies and the text of 2 webhook events`. */
  what: ({ people, companies, events }: Pick<DeletionQuestion, 'people' | 'companies' | 'events'>): string =>
    [
      ...(people > 0 ? [`${plural(people, 'contact')} at ${plural(companies, 'company', 'companies')}`] : []),
      ...(events > 0 ? [`the text of ${plural(events, 'webhook event')}`] : []),
    ].join(' and '),
  fact: (question: DeletionQuestion): string => `Erase ${expiredContacts.what(question)}?`,
  act: ({ people, events }: DeletionQuestion): string => {
    if (people > 0 && events > 0) return 'Erase data';
    return `Erase ${people > 0 ? plural(people, 'contact') : `the text of ${plural(events, 'webhook event')}`}`;
  },
  /** Explains why the app asks. */
  why: ({ why, months, laptopMs, serviceMs, lastMs }: DeletionQuestion): string => {
    const age = `older than ${plural(months, 'month')}`;
    switch (why) {
      case 'unconfirmed':
        return `According to this computer’s date${dated(laptopMs)}, this data is ${age}, but the service hasn’t confirmed the date yet.`;
      case 'differs':
        return `This data may be ${age}. Its age is uncertain, because this computer’s date${dated(laptopMs)} and the service’s date${dated(serviceMs)} differ.`;
      case 'jumped':
        return `This data may be ${age}. Its age is uncertain, because this computer’s date has jumped since Roundwatch last ran${dated(lastMs)}.`;
      case 'stored-in-doubt':
        return `This data may be ${age}. Its age is uncertain, because this computer’s date and the service’s date differed when the data was stored.`;
    }
  },
  stays: 'Companies, notes, lists and tasks are kept. Erased data can’t be restored.',
  wait: 'If you keep the data for now, Roundwatch erases it once it’s certain to be that old. If that’s still uncertain in 30 days, Roundwatch asks again.',
};

/** Returns a space and the date in brackets, or an empty text if there is no date. */
const dated = (atMs: number | null): string => (atMs === null ? '' : ` (${longDayText(atMs)})`);
