import { getContext, setContext } from 'svelte';

interface Entry {
  readonly title: string;
  /** The section's name, as used in `navigation.pendingTarget`. */
  readonly name: string | undefined;
  readonly element: HTMLElement;
}

/**
 * A section that starts at most this far above the top of the pane, in CSS px, does not count as scrolled
 * away.
 */
const TOP_MARGIN_PX = 24;
/** A section is no longer current once its last lines take up less than this part of the pane. */
const REST = 0.25;

interface Pane {
  readonly top: number;
  readonly height: number;
}

/**
 * Returns the index of the current section: the first one that starts in the pane, or that fills at least a quarter
 * of it.
 *
 * @param tops the top edges of all sections, in page order, in CSS px
 * @param pane the visible area
 * @param isAtEnd whether the pane is scrolled to its end. The last section is then current, even if it is too
 *   short to reach the top
 */
export function currentSection(tops: readonly number[], pane: Pane, isAtEnd: boolean): number {
  if (isAtEnd) return tops.length - 1;
  const endOf = (at: number): number => tops[at + 1] ?? Infinity;
  return tops.findIndex(
    (start, at) => start >= pane.top - TOP_MARGIN_PX || endOf(at) >= pane.top + pane.height * REST,
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
  /** Updates the current section after scrolling. See `currentSection`. */
  scrolled(pane: Pane, isAtEnd: boolean): void {
    const tops = this.entries.map(({ element }) => element.getBoundingClientRect().top);
    this.current = this.entries[currentSection(tops, pane, isAtEnd)] ?? null;
  }
}

const KEY = 'roundwatch.settings-index';
export const provideIndex = (index: SettingsIndex): SettingsIndex => setContext(KEY, index);
/** Returns the index; null outside the Settings screen. */
export const providedIndex = (): SettingsIndex | null => getContext<SettingsIndex | undefined>(KEY) ?? null;
