import type { ArchiveKind, ConflictChoice } from '../../../../shared/model/archive/archive-values.ts';
import { readErased } from '../../privacy/erasure-records.ts';
import type { WriteDb } from '../../database/sql.ts';
import { addLocalCompany, type ImportedCompany } from '../local-companies/local-companies.ts';
import { recordChange, type RecordedStep } from '../undo-journal.ts';
import type { Collected } from './collect.ts';
import type { Compared, History } from './compare.ts';
import type { ArchiveContent } from './content.ts';
import { recordImport } from './history.ts';
import { KIND_OF } from './items.ts';
import { choicesOf, defaultChoice } from './conflicts.ts';
import { writeItem, type Write, type WriteContext } from './write-items.ts';
import type { OursMatches } from './write-ours.ts';

export interface Choices {
  readonly kinds: ReadonlySet<ArchiveKind>;
  /** How to resolve all conflicts of each kind. For a missing kind, the default choice applies. */
  readonly byKind: ReadonlyMap<ArchiveKind, ConflictChoice>;
  /** Choices for individual conflicts. The key is the position of the conflict in `compared`. */
  readonly byIndex: ReadonlyMap<number, ConflictChoice>;
}

export interface Import {
  readonly content: ArchiveContent;
  readonly history: History;
  readonly ours: Collected;
  readonly compared: readonly Compared[];
  /**
   * Companies in the archive that have only a local id. The import adds only the companies for which it
   * imports other data.
   */
  readonly localCompanies?: readonly ImportedCompany[];
}

/** Returns the choice that applies to a conflict. Ignores a choice that the conflict does not offer. */
function choiceFor(compared: Compared, index: number, { byKind, byIndex }: Choices): ConflictChoice {
  const offered = choicesOf(compared);
  const wanted = [byIndex.get(index), byKind.get(KIND_OF[compared.theirs.type])];
  return wanted.find((choice) => choice !== undefined && offered.includes(choice)) ?? defaultChoice(compared);
}

/**
 * Imports the chosen items in one transaction and one undo step. `imported.ours` must be the current state of the
 * workspace.
 * @returns the number of items that were written
 * @throws AppFailure `validation` if there are too many items of a kind
 */
export function applyImport(
  yours: WriteDb,
  imported: Import,
  choices: Choices,
  { atMs, oursMatches }: { readonly atMs: number; readonly oursMatches: OursMatches },
): { written: number; recorded: RecordedStep } {
  const chosen = imported.compared
    .map((compared, index) => ({ compared, choice: choiceFor(compared, index, choices) }))
    .filter(({ compared }) => choices.kinds.has(KIND_OF[compared.theirs.type]));
  const isErased = readErased(yours) ?? (() => false);
  const { value, recorded } = recordChange(yours, { what: 'archive-imported', atMs }, (journal) => {
    const context: WriteContext = {
      yours,
      journal,
      theirs: imported.content,
      ours: imported.ours,
      atMs,
      isErased,
      oursMatches,
      ids: knownIds(imported),
      nextIds: new Map(),
    };
    const skipped = new Set<Compared>();
    const writes = chosen.filter(({ compared, choice }) => isWritten(compared, choice));
    for (const { compared, choice } of writes)
      if (!writeItem(context, writeOf(compared, choice))) skipped.add(compared);
    const written = writes.filter(({ compared }) => !skipped.has(compared));
    const companyIds = new Set(written.map(({ compared }) => compared.theirs.companyId));
    for (const company of imported.localCompanies ?? [])
      if (companyIds.has(company.joinedInto ?? company.companyId) && !isErased(company.companyId))
        addLocalCompany(yours, journal, company, atMs);
    // Also records the conflicts in which the user kept the local version. Otherwise, the next import would
    // report them again.
    if (writes.length > 0 || chosen.some(({ compared }) => compared.state === 'conflict')) {
      const exchanged = chosen.map(({ compared }) => compared).filter((compared) => !skipped.has(compared));
      recordImport(yours, journal, { exchanged, theirs: imported.history, atMs });
    }
    return writes.length - skipped.size;
  });
  return { written: value, recorded };
}

function isWritten({ state }: Compared, choice: ConflictChoice): boolean {
  if (state === 'conflict') return choice !== 'here';
  return state === 'fresh' || state === 'there';
}

const writeOf = ({ state, theirs, ours }: Compared, choice: ConflictChoice): Write => ({
  type: theirs.type,
  index: theirs.index,
  ours: ours?.index ?? null,
  mode: state === 'conflict' && choice === 'both' ? 'both' : 'there',
});

/**
 * Returns the workspace's ids for the archive's lists, tags, statuses and contact log entries. Items that the
 * workspace does not contain are omitted.
 */
function knownIds({ content, ours, compared }: Import): WriteContext['ids'] {
  const ids: WriteContext['ids'] = {
    lists: new Map(),
    tags: new Map(),
    contactLog: new Map(),
    statuses: new Map(),
  };
  for (const { theirs, ours: own } of compared) {
    if (own === null) continue;
    const { type } = theirs;
    if (type === 'statuses') {
      const ref = content.statuses[theirs.index]?.ref;
      const id = ours.content.statuses[own.index]?.ref;
      if (ref !== undefined && id !== undefined) ids.statuses.set(ref, id);
    } else if (type === 'lists' || type === 'tags' || type === 'contactLog') {
      const ref = content[type][theirs.index]?.ref;
      const id = ours.content[type][own.index]?.ref;
      if (ref !== undefined && id !== undefined) ids[type].set(ref, Number(id));
    }
  }
  return ids;
}
