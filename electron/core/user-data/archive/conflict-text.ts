import { EXPORT_WORDS } from '../export/export-words.ts';
import { followUpLines } from '../export/follow-ups.ts';
import { factsText, type FactLine } from '../export/markdown-lines.ts';
import { buyerRoleLines, marketLines, searchLines, weightTexts } from '../export/saved-searches.ts';
import { viewLines } from '../export/saved-views.ts';
import type { ArchiveContent, ItemOf } from './content.ts';
import type { Item } from './items.ts';

/** Returns the part of an item that the user can change, as readable text with a field on each line. */
export function conflictText(content: ArchiveContent, { type, index }: Item): string {
  switch (type) {
    case 'notes':
      return content.notes[index]?.versions.at(-1)?.body ?? '';
    case 'reviewNotes':
      return content.reviewNotes[index]?.body ?? '';
    case 'tasks': {
      const task = content.tasks[index];
      return lines(task?.title, task?.dueOn, task?.dueTime, task?.doneAtMs == null ? null : '✓');
    }
    case 'contactLog': {
      const entry = content.contactLog[index];
      return lines(entry?.happenedOn, entry?.channel, entry?.line, entry?.answer);
    }
    case 'templates':
      return lines(content.templates[index]?.subject, content.templates[index]?.body);
    case 'listEntries':
      return content.listEntries[index]?.reason ?? '';
    case 'companyStatuses': {
      const ref = content.companyStatuses[index]?.status;
      return content.statuses.find((status) => status.ref === ref)?.name ?? '';
    }
    case 'triage': {
      const until = content.triage[index]?.untilMs ?? null;
      return until === null ? '' : new Date(until).toISOString().slice(0, 10);
    }
    case 'companyTags': {
      const ref = content.companyTags[index]?.tag;
      return content.tags.find((tag) => tag.ref === ref)?.name ?? '';
    }
    case 'tags':
    case 'lists':
    case 'statuses':
    case 'investorWatches':
      return content[type][index]?.name ?? '';
    case 'investorMerges':
      return content.investorMerges[index]?.intoName ?? '';
    case 'investorDistinct':
      return lines(content.investorDistinct[index]?.name, content.investorDistinct[index]?.otherName);
    case 'oursImports':
      return content.oursImports[index]?.lines.join('\n') ?? '';
    case 'oursDecisions':
    case 'watchRules':
    case 'savedSearches':
    case 'savedViews':
    case 'market':
    case 'followUpRules':
    case 'planRules':
      return factsText(factsOf(content, type, index).map(withCountryNames));
  }
}

/** Replaces country codes, which the files contain, with the names that the screens show. */
function withCountryNames([name, values]: FactLine): FactLine {
  if (name !== 'Countries') return [name, values];
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return [name, values.map((code) => names.of(code) ?? code)];
}

const lines = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join('\n');

type WithFacts =
  | 'oursDecisions'
  | 'watchRules'
  | 'savedSearches'
  | 'savedViews'
  | 'market'
  | 'followUpRules'
  | 'planRules';

/** Returns the fields to show for an item such as a rule, a search or a view. */
function factsOf(content: ArchiveContent, type: WithFacts, index: number): readonly FactLine[] {
  switch (type) {
    case 'oursDecisions':
      return (content.oursDecisions[index]?.isSame ?? false)
        ? [['Decision', ['the same company']]]
        : [['Decision', ['a different company']]];
    case 'watchRules': {
      const rule = content.watchRules[index];
      return [
        ['Refresh after (days)', texts(rule?.refreshDays)],
        ['Monthly spending cap (records)', texts(rule?.recordsAMonth)],
      ];
    }
    case 'savedSearches': {
      const search = content.savedSearches[index]?.search;
      return search === undefined ? [] : searchLines(search);
    }
    case 'savedViews': {
      const question = content.savedViews[index]?.question;
      if (question === undefined) return [];
      const { filters } = question;
      return viewLines(question, {
        lists: namesIn(content.lists, filters.lists),
        tags: namesIn(content.tags, filters.ownTags),
        statuses: filters.statuses.map((ref) =>
          ref === 'none' ? EXPORT_WORDS.noStatus : (nameIn(content.statuses, ref) ?? ref),
        ),
      });
    }
    case 'market':
      return marketFacts(content.market[index]);
    case 'followUpRules': {
      const rules = content.followUpRules[index]?.value;
      return rules === undefined ? [] : followUpLines(rules);
    }
    case 'planRules':
      return planFacts(content, content.planRules[index]?.value);
  }
}

const texts = (value: number | undefined): readonly string[] => (value === undefined ? [] : [String(value)]);

interface Named {
  readonly ref: string;
  readonly name: string;
}
const nameIn = (items: readonly Named[], wanted: string): string | undefined =>
  items.find(({ ref }) => ref === wanted)?.name;
const namesIn = (items: readonly Named[], refs: readonly string[]): string[] =>
  refs.map((ref) => nameIn(items, ref) ?? 'deleted');

function marketFacts(item: ItemOf<'market'> | undefined): readonly FactLine[] {
  switch (item?.name) {
    case undefined:
      return [];
    case 'market':
      return marketLines(item.value);
    case 'fit-weights':
      return [['Fit weights', weightTexts(item.value)]];
    case 'buyer-roles':
      return buyerRoleLines(item.value);
  }
}

const planFacts = (
  { lists }: ArchiveContent,
  rules: ItemOf<'planRules'>['value'] | undefined,
): readonly FactLine[] =>
  rules === undefined
    ? []
    : [
        [
          'Lists',
          rules.lists.map(({ listId, weight }) => `${nameIn(lists, listId) ?? 'deleted'} (${weight})`),
        ],
        ['Minimum fit for new companies', texts(rules.fitFloor)],
        [
          'Fetch contacts automatically only where someone matches your buyer roles',
          [rules.onlyMatches ? 'yes' : 'no'],
        ],
        ['Daily maximum for contacts fetched automatically (records)', texts(rules.prefetchRecords)],
        ['Earlier days included in each catch-up', texts(rules.overlapDays)],
      ];
