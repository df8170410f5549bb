import type { LibraryFacets, LibraryFilters } from '../../../shared/model/library.ts';
import { countryName } from '../../lib/countries.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { ours } from '../lists/ours/strings.ts';
import { lists as listStrings } from '../lists/strings.ts';
import { departmentName, outcomeText, roundText } from './round-filter-text.ts';
import { flipped, FLAGS, MANY, without, type ManyKey } from './library-filters.ts';
import { library as strings } from './strings.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}
/** Names for the filters that contain ids. */
interface KnownNames {
  readonly lists: readonly Named[];
  readonly statuses: readonly Named[];
  readonly ownTags: readonly Named[];
  readonly searches: readonly Named[];
}

/** Maximum number of values to list for each filter. */
const NAMED_MAX = 3;

/** Returns the text to show for a filter value. `label` comes from the core and may be a country code. */
export const facetLabel = (key: ManyKey, label: string): string =>
  safeLine(key === 'countries' && label.length === 2 ? countryName(label.toUpperCase()) : label, 80);

/** A filter that is set. It may have several values. */
export interface ActiveFilter {
  /** Names the filter and its values, such as `Country: Germany or Norway`. */
  readonly text: string;
  /** All other filters. */
  readonly rest: LibraryFilters;
}

/**
 * Returns the filters that are set. Omits a filter whose lists, statuses or tags have all been deleted.
 *
 * @param counts the facets with the labels of their values; null until they are loaded
 */
export function activeFilters(
  filters: LibraryFilters,
  counts: LibraryFacets | null,
  known: KnownNames,
): readonly ActiveFilter[] {
  const { departments, round, outcome } = filters;
  const { facet } = strings;
  const many = MANY.flatMap((key) => {
    const values: readonly string[] = filters[key];
    const names = values.map(nameOf(key, counts, known)).filter((name) => name !== null);
    return names.length === 0
      ? []
      : [{ text: `${facet[key]}: ${joined(names, 'disjunction')}`, rest: without(filters, key) }];
  });
  const flags = FLAGS.filter((key) => filters[key] === true);
  const flagNames = flags.map((key) => strings.flags[key]);
  return [
    ...many,
    ...(departments.length === 0
      ? []
      : [
          {
            text: `${facet.departments}: ${joined(departments.map(departmentName), 'disjunction')}`,
            rest: { ...filters, departments: [] },
          },
        ]),
    ...(round === null
      ? []
      : [{ text: `${facet.round}: ${roundText(round)}`, rest: { ...filters, round: null } }]),
    ...(outcome === null
      ? []
      : [
          {
            text: `${facet.outcome}: ${outcomeText(outcome, known.searches)}`,
            rest: { ...filters, outcome: null },
          },
        ]),
    ...(flags.length === 0
      ? []
      : [
          {
            text: `${facet.has}: ${joined(flagNames, 'conjunction')}`,
            rest: flags.reduce((rest, key) => flipped(rest, key), filters),
          },
        ]),
  ];
}

function joined(names: readonly string[], type: Intl.ListFormatOptions['type']): string {
  const more = names.length - NAMED_MAX;
  const shown = more > 0 ? [...names.slice(0, NAMED_MAX), strings.moreValues(more)] : names;
  return new Intl.ListFormat('en', { type }).format(shown);
}

/**
 * Returns a function that returns the name of a value, or null for a list, status or tag that has been
 * deleted.
 */
function nameOf(
  key: ManyKey,
  counts: LibraryFacets | null,
  known: KnownNames,
): (value: string) => string | null {
  switch (key) {
    case 'windows':
    case 'fits':
    case 'triage':
    case 'freshness': {
      const names: Readonly<Record<string, string>> = strings[key];
      return (value) => names[value] ?? value;
    }
    case 'ours': {
      const names: Readonly<Record<string, string>> = ours.choice;
      return (value) => names[value] ?? value;
    }
    case 'lists':
    case 'statuses':
    case 'ownTags':
      return (value) => {
        if (value === 'none') return listStrings.select.noStatus;
        const name = known[key].find(({ id }) => id === value)?.name;
        return name === undefined ? null : safeLine(name, 80);
      };
    case 'countries':
    case 'stages':
    case 'industries':
    case 'investors':
    case 'tags': {
      const values = counts?.[key]?.values ?? [];
      return (value) => facetLabel(key, values.find((each) => each.value === value)?.label ?? value);
    }
  }
}
