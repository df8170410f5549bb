/** The text of an error: what happened, what still works, and what to do next. */
export interface ErrorText {
  readonly title: string;
  readonly works: string;
  readonly next: string;
  /** What the user can still do although the budget is used up. Each element is one line. */
  readonly alternatives: readonly string[];
}

export const words = (
  title: string,
  works: string,
  next: string,
  alternatives: readonly string[] = [],
): ErrorText => ({
  title,
  works,
  next,
  alternatives,
});

export const STILL_HERE = 'Your library still works.';
export const NOTHING_CHANGED = 'Nothing was changed.';
