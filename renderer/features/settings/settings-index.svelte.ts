import { getContext, setContext } from 'svelte';

interface Entry {
  readonly title: string;
  /** The name that `navigation.pendingTarget` refers to. */
  readonly name: string | undefined;
  readonly element: HTMLElement;
}

/** The sections of Settings in page order. Each section registers itself, so none can be missing. */
export class SettingsIndex {
  entries = $state.raw<readonly Entry[]>([]);
  current = $state.raw<Entry | null>(null);

  /** @returns its removal */
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
  /** @param top top of the visible area, CSS px @param slack a section this far below `top` is current already, CSS px */
  scrolled(top: number, margin: number): void {
    const started = this.entries.filter(({ element }) => element.getBoundingClientRect().top <= top + margin);
    this.current = started.at(-1) ?? this.entries[0] ?? null;
  }
}

const KEY = 'roundwatch.settings-index';
export const provideIndex = (index: SettingsIndex): SettingsIndex => setContext(KEY, index);
/** Null outside of Settings. */
export const providedIndex = (): SettingsIndex | null => getContext<SettingsIndex | undefined>(KEY) ?? null;
