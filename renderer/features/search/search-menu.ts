import ArrowDownToLine from '@lucide/svelte/icons/arrow-down-to-line';
import CalendarPlus from '@lucide/svelte/icons/calendar-plus';
import Hash from '@lucide/svelte/icons/hash';
import BookOpen from '@lucide/svelte/icons/library';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import type { Preview } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ResultSet, SearchPlan } from '../../../shared/model/search.ts';
import type { App } from '../../session/app.svelte.ts';
import { kit } from '../../ui/strings.ts';
import type { MenuItem } from '../../ui/overlays/menu-item.ts';
import { decisionText, notEnoughLeftText, priceSentence } from '../../ui/text/price-text.ts';
import { hasSameFilters } from './results/results-note.ts';
import { asOfText, missingText, shortBudget } from './search-plan-text.ts';
import { searchPlan as strings } from './search-plan-strings.ts';
import type { SearchActions } from './search-actions.ts';
import type { Search } from './search.svelte.ts';

interface MenuParts {
  readonly app: App;
  readonly search: Search;
  readonly question: ListQuery;
  readonly actions: SearchActions;
}

/**
 * Returns the items of the menu beside `Run search`. Depending on the search, the items show stored rows,
 * fetch only the missing days, load all matches, count the matches again, or run a search that will probably
 * find nothing. Each item shows its price.
 */
export function searchMenu({ app, search, question, actions }: MenuParts): readonly MenuItem[] {
  const { plan } = search.plan;
  if (plan === null) return [];
  const nowMs = app.clock.nowMs;
  const offline = app.connection.state === 'offline';
  const priced = (preview: Preview, canQueue: boolean) => {
    const refusal = decisionText(preview.decision, nowMs);
    return {
      price: refusal?.short ?? priceSentence(preview),
      disabled: search.busy || refusal !== null || (offline && !canQueue),
    };
  };
  const { probe, count, library, missing, rounds } = plan;
  const stored = storedPart(plan, search.set, question);
  const isFundings = question.list === 'fundings';
  return [
    ...(stored !== null && stored.rows > 0
      ? [
          {
            id: 'stored',
            label: strings.library(stored.rows),
            icon: BookOpen,
            price: strings.free(asOfText(stored.asOfMs, nowMs)),
            disabled: search.busy,
            run: () => void actions.showStoredResults(),
          },
        ]
      : []),
    ...(library === null || !isFundings
      ? []
      : missing.map((days, at) => ({
          id: `missing ${at}`,
          // While offline, offers to fetch the days, because the offline queue cannot recheck them.
          label: `${offline ? `${kit.queueBrief}: ` : ''}${missingText(offline ? { ...days, how: 'fetch' } : days, nowMs).button}`,
          icon: CalendarPlus,
          ...priced(days.preview, true),
          ...(days.how === 'recheck' && !offline ? { note: strings.requests(days.preview.cost) } : {}),
          run: () => void actions.runMissing(days),
        }))),
    ...(rounds === null
      ? []
      : [
          {
            label: strings.showRounds,
            icon: BookOpen,
            price: strings.free(asOfText(rounds.asOfMs, nowMs)),
            disabled: search.busy,
            run: () => void actions.showRounds(),
          },
        ]),
    ...loadAllItem({ app, search, question, actions }),
    ...(probe === null || count === null
      ? []
      : [
          {
            label: strings.probeAgain,
            icon: Hash,
            ...priced(probe, false),
            run: () => void actions.probe(),
          },
        ]),
    ...(search.firstPage.price.preview?.expectedRecords === 0
      ? [
          {
            label: strings.anyway,
            icon: RefreshCw,
            ...priced({ ...search.firstPage.price.preview, expectedRecords: undefined }, true),
            run: () => void actions.run(),
          },
        ]
      : []),
  ];
}

/**
 * Returns the part of the result that can be shown for free: results that cover some of the days, or the first
 * results of the same search on the same day, unless they are already on screen. Null if there is none or if
 * all matches are stored, because a button then offers to show them.
 */
function storedPart(
  { library, loadedToday }: SearchPlan,
  set: ResultSet | null,
  question: ListQuery,
): { readonly rows: number; readonly asOfMs: number } | null {
  if (library !== null) return library.complete ? null : library;
  return set !== null && hasSameFilters(set.question, question) ? null : loadedToday;
}

/**
 * Returns the menu item that loads all matches. Returns an empty array if all matches are already stored, or
 * if they fit into the single page that `Run search` fetches.
 */
function loadAllItem({ app, search, question, actions }: MenuParts): readonly MenuItem[] {
  const pages = search.plan.plan?.library?.complete === true ? null : search.pagesToLoad(question);
  // If some of the rows are already on screen, the footer below the list offers the remaining ones.
  if (pages === null || pages.isRest || pages.rows === 0) return [];
  if (pages.rows <= question.query.limit && pages.from.query.offset === 0) return [];
  const short = shortBudget(pages.cost, app.quota.status?.budgets ?? []);
  return [
    {
      id: 'load-all',
      label: pages.from.query.offset > 0 ? strings.loadRest(pages.rows) : strings.loadAll(pages.rows),
      icon: ArrowDownToLine,
      price: short === null ? strings.costs(pages.cost) : notEnoughLeftText(short),
      note: short === null && pages.cost.pageTurns > 0 ? strings.pageTurns : undefined,
      disabled: search.busy || short !== null || !actions.isOnline(),
      run: () => void actions.loadAll(),
    },
  ];
}
