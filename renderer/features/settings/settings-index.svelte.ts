import { getContext, setContext } from 'svelte';

interface Entry {
  readonly title: string;
  /** The name of the section in `navigation.pendingTarget`. */
  readonly name: string | undefined;
  readonly element: HTMLElement;
}

/**
 * Returns the index of the current section.
 *
 * @param tops the top edges of all sections, in page order, in CSS px
 * @param limit the last section that starts at or above this position is current
 */
export function currentSection(tops: readonly number[], limit: number, isAtEnd: boolean): number {
  if (isAtEnd) return tops.length - 1;
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= limit),
  );
}

/** The sections of Settings, in page order. Each section registers itself, so no section can be missing. */
export class SettingsIndex {
  entries = $state.raw<readonly Entry[]>([]);
  current = $state.raw<Entry | null>(null);

  /**
   * Adds a section.
   *
   * @returns a function that removes the section
   */
  add(entry: Entry): () => void {
    const byPosition = (one: Entry, other: Entry): number =>
      one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    this.entries = [...this.entries, entry].sort(byPosition);
    this.current ??= entry;
    return () => {
      this.entries = this.entries.filter((each) => each !== entry);
      if (this.current === entry) this.current = this.entries[0] ?? null;
    };
  }
  /**
   * Updates the current section after scrolling. The last section that starts above `top` plus `margin`
   * becomes current.
   *
   * @param top the top of the visible area, in CSS px
   * @param margin how far below `top`, in CSS px, the current section may start
   * @param isAtEnd whether the pane is scrolled to its end. The last section is then current, even if it is
   *   too short to reach the top
   */
  scrolled(top: number, margin: number, isAtEnd: boolean): void {
    const tops = this.entries.map(({ element }) => element.getBoundingClientRect().top);
    this.current = this.entries[currentSection(tops, top + margin, isAtEnd)] ?? null;
  }
}

const KEY = 'roundwatch.settings-index';
export const provideIndex = (index: SettingsIndex): SettingsIndex => setContext(KEY, index);
/** Returns the index; null outside the Settings screen. */
export const providedIndex = (): SettingsIndex | null => getContext<SettingsIndex | undefined>(KEY) ?? null;
