import type { ArchiveConflict, KindPreview } from '../../../shared/model/archive/archive.ts';
import type { ArchiveKind, ConflictChoice } from '../../../shared/model/archive/archive-values.ts';

interface Choices {
  readonly isChosen: (kind: ArchiveKind) => boolean;
  readonly conflicts: readonly ArchiveConflict[];
  readonly choiceOf: (conflict: ArchiveConflict) => ConflictChoice;
}

export interface ImportSums {
  readonly fresh: number;
  readonly changedThere: number;
  readonly changedHere: number;
  readonly conflicts: number;
  readonly same: number;
  /**
   * Number of items that the import would write. A conflict settled in favour of this computer's version
   * writes nothing.
   */
  readonly written: number;
}

/** Counts the changes that an import of the chosen kinds would make. */
export function changesOf(
  kinds: readonly KindPreview[],
  { isChosen, conflicts, choiceOf }: Choices,
): ImportSums {
  const chosen = kinds.filter(({ kind }) => isChosen(kind));
  const sum = (of: (kind: KindPreview) => number): number =>
    chosen.reduce((total, each) => total + of(each), 0);
  const settledHere = conflicts.filter((each) => isChosen(each.kind) && choiceOf(each) === 'here').length;
  const fresh = sum((each) => each.fresh);
  const changedThere = sum((each) => each.changedThere);
  const inConflict = sum((each) => each.conflicts);
  return {
    fresh,
    changedThere,
    changedHere: sum((each) => each.changedHere),
    conflicts: inConflict,
    same: sum((each) => each.same),
    written: fresh + changedThere + inConflict - settledHere,
  };
}

/** Returns whether an import would change anything of this kind. */
export const hasChanges = ({ fresh, changedThere, conflicts }: KindPreview): boolean =>
  fresh + changedThere + conflicts > 0;
