import type { CompanyRow } from '../../../shared/model/company.ts';
import type { SignalRow } from '../../../shared/model/signal.ts';
import type { Task } from '../../../shared/model/user-data.ts';

/* What Today lists, in one column: what is new, whose contacts close, what is due. */

export type TodayPart = 'news' | 'closing' | 'tasks';
/** A company of Today, and since when it is news; null: it is not listed as news. */
export interface TodayCompany {
  readonly row: CompanyRow;
  readonly newsAtMs: number | null;
  /** Heard by the webhook or pasted, not asked for. */
  readonly isHeard: boolean;
}
export type TodayLine =
  | { readonly kind: 'heading'; readonly part: TodayPart; readonly count: number }
  | { readonly kind: 'company'; readonly company: TodayCompany; readonly index: number }
  | { readonly kind: 'task'; readonly task: Task };

export interface TodayLists {
  readonly news: readonly TodayCompany[];
  readonly closing: readonly TodayCompany[];
  readonly tasks: readonly Task[];
  /** How many there are, those that are not listed included. */
  readonly totals: Readonly<Record<TodayPart, number>>;
}

/** News that tell of a company, each company once, the newest first. Pure. */
export function newsOf(signals: readonly SignalRow[]): TodayCompany[] {
  const seen = new Set<string>();
  return signals.flatMap(({ company, atMs, sources }) => {
    if (company === null || seen.has(company.companyId)) return [];
    seen.add(company.companyId);
    return [{ row: company, newsAtMs: atMs, isHeard: sources.some((source) => source !== 'search') }];
  });
}

/** The lines of the list: a heading over each part that has any; a company that is news is not told twice. Pure. */
export function todayLines({ news, closing, tasks, totals }: TodayLists): TodayLine[] {
  const withNews = new Set(news.map(({ row }) => row.companyId));
  const others = closing.filter(({ row }) => !withNews.has(row.companyId));
  let index = 0;
  const companies = (part: TodayPart, count: number, list: readonly TodayCompany[]): TodayLine[] =>
    list.length === 0
      ? []
      : [
          { kind: 'heading', part, count },
          ...list.map((company): TodayLine => ({ kind: 'company', company, index: index++ })),
        ];
  return [
    ...companies('news', Math.max(totals.news, news.length), news),
    ...companies('closing', others.length + Math.max(0, totals.closing - closing.length), others),
    ...(tasks.length === 0
      ? []
      : [
          { kind: 'heading', part: 'tasks', count: totals.tasks } as const,
          ...tasks.map((task) => ({ kind: 'task', task }) as const),
        ]),
  ];
}
