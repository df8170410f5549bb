import { countText } from '../../../lib/format.ts';

/**
 * UI text of the why-now line. Most strings are parts of a sentence, and values are filled in as plain text.
 */
export const whyNowStrings = {
  label: 'Why now',
  none: 'No reason known yet',
  hiringNotFetched: 'Hiring unknown',
  getRoles: 'Fetch open roles',
  copy: 'Copy this line',
  copied: '“Why now” copied',
  raised: 'Raised',
  round: (stage: string) => `${/^[aeio]/i.test(stage) ? 'an' : 'a'} ${stage} round`,
  roundOfUnknownStage: 'a round',
  /** Used in messages. Their recipients work at the company, so the text says "your". */
  your: (what: string) => `your ${what}`,
  yourRound: (stage: string) => (stage === '' ? 'your round' : `your ${stage} round`),
  inDebt: (amount: string) => `${amount} in debt financing`,
  debt: 'debt',
  on: (date: string) => `on ${date}`,
  ledBy: 'led by',
  coLedBy: 'co-led by',
  hiring: (count: number, isAtLeast: boolean) => `hiring ${isAtLeast ? 'at least ' : ''}${countText(count)}`,
  in: (departments: string) => ` in ${departments}`,
  since: (day: string) => ` since ${day}`,
  /** Used in messages to the company's contacts. */
  you: (verbs: readonly string[]) => `you ${verbs.join(', and ')}`,
  are: (hiring: string) => `${hiring.includes(' since ') ? 'have been' : 'are'} ${hiring}`,
  closes: (days: number) =>
    days <= 1 ? 'contact window closes within a day' : `contact window closes in ${countText(days)} days`,
  /** Departments in running text (spec §4.8). */
  departments: {
    it: 'engineering',
    sales: 'sales',
    marketing: 'marketing',
    design: 'design',
    finance: 'finance',
    hr: 'HR',
    operations: 'operations',
    support: 'support',
    management: 'management',
    executive: 'executive roles',
    communication: 'communications',
    legal: 'legal',
  },
  /** The tooltip of each link begins with one of these actions, followed by the source of the fact. */
  goTo: {
    round: 'Go to the round',
    hiring: 'Go to the open roles',
    window: 'Go to the contacts',
  },
} as const;
