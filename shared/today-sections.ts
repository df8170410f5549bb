import type { FetchedContacts } from './model/plan.ts';

/*
 * The rules by which the screen Today and the assistants' tool `today` choose and order their sections.
 */

/** The sections, in the order in which they appear on the screen. */
export const TODAY_SECTIONS = [
  'followUps',
  'ready',
  'news',
  'caughtUp',
  'closing',
  'contacted',
  'tasks',
] as const;
export type TodaySection = (typeof TODAY_SECTIONS)[number];

/** Progress with a company's contacts: fetched, none available, or contacted today. */
export type ContactsStep = 'fetched' | 'none' | 'contacted';

export const contactsStepOf = ({ isEmpty, isContacted }: FetchedContacts): ContactsStep => {
  if (isContacted) return 'contacted';
  return isEmpty ? 'none' : 'fetched';
};

/** Returns the section for a company with a closing contact window or with fetched contacts. */
export function sectionOf({
  contacts,
}: {
  readonly contacts?: ContactsStep;
}): 'ready' | 'contacted' | 'closing' {
  if (contacts === 'contacted') return 'contacted';
  return contacts === 'fetched' ? 'ready' : 'closing';
}

/**
 * Returns the first signal of each company, in the order of the signals. Signals without a company are
 * omitted.
 */
export function firstSignalOfEach<Company extends { readonly companyId: string }, Signal>(
  signals: readonly (Signal & { readonly company: Company | null })[],
): (Signal & { readonly company: Company })[] {
  const seen = new Set<string>();
  return signals.flatMap((signal) => {
    const { company } = signal;
    if (company === null || seen.has(company.companyId)) return [];
    seen.add(company.companyId);
    return [{ ...signal, company }];
  });
}

interface Listed {
  readonly row: { readonly companyId: string };
}
type CompanySections<T> = Readonly<
  Record<'ready' | 'news' | 'caughtUp' | 'closing' | 'contacted', readonly T[]>
>;

/**
 * Returns the sections without repeated companies. A company in `contacted` is kept only there. Any other
 * company is kept only in the first section that lists it. Companies with a due follow-up are removed from
 * all sections.
 */
export function eachCompanyOnce<T extends Listed>(
  followUps: readonly { readonly companyId: string }[],
  sections: CompanySections<T>,
): CompanySections<T> {
  const listed = new Set(followUps.map(({ companyId }) => companyId));
  const once = (companies: readonly T[]): T[] => {
    const others = companies.filter(({ row }) => !listed.has(row.companyId));
    for (const { row } of others) listed.add(row.companyId);
    return others;
  };
  const contacted = once(sections.contacted);
  const ready = once(sections.ready);
  const news = once(sections.news);
  const caughtUp = once(sections.caughtUp);
  return { ready, news, caughtUp, closing: once(sections.closing), contacted };
}
