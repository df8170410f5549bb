import { getContext, setContext } from 'svelte';

interface Entry {
  readonly title: string;
  /** What `navigation.pendingTarget` calls it. */
  readonly name: string | undefined;
  readonly element: HTMLElement;
}

/** The sections of Settings, as they stand: each says that it is there, so that none can be forgotten. */
export class SettingsIndex {
  entries = $state.raw<readonly Entry[]>([]);
  current = $state.raw<Entry | null>(null);

  /** @returns its removal */
  add(entry: Entry): () => void {
    const isBefore = (one: Entry, other: Entry): number =>
      one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    this.entries = [...this.entries, entry].sort(isBefore);
    this.current ??= entry;
    return () => {
      this.entries = this.entries.filter((each) => each !== entry);
      if (this.current === entry) this.current = this.entries[0] ?? null;
    };
  }
  /** @param top where the sections begin to be seen; @param slack how far below it one counts as begun, CSS px */
  scrolled(top: number, slack: number): void {
    const begun = this.entries.filter(({ element }) => element.getBoundingClientRect().top <= top + slack);
    this.current = begun.at(-1) ?? this.entries[0] ?? null;
  }
}

const KEY = 'roundwatch.settings-index';
export const provideIndex = (index: SettingsIndex): SettingsIndex => setContext(KEY, index);
/** Null for a section that stands alone. */
export const providedIndex = (): SettingsIndex | null => getContext<SettingsIndex | undefined>(KEY) ?? null;
