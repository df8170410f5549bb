import { safeLine } from '../../../lib/safe-text.ts';
import type { App } from '../../../session/app.svelte.ts';
import { startTypedSearch } from '../saved/saved-search-actions.ts';
import { search as strings } from '../strings.ts';
import type { Search } from '../search.svelte.ts';

const WORDS_MAX = 60;

/**
 * Fills in the filters that the typed line describes. Sends no request. A line with words that were not
 * understood stays in the field, so the user can correct it.
 */
export async function fillFromLine(app: App, search: Search): Promise<void> {
  const { line } = search;
  const typed = line.text.trim();
  if (typed === '' || line.isBusy) return;
  line.isBusy = true;
  await app.attempt(async () => {
    // Loaded lazily, because most searches start from the filters or a saved search.
    const { createTypedSearch } = await import('../typed-search.ts');
    const found = await createTypedSearch(app.api).describe(typed);
    // The user may have changed the line, or opened another search, whose filters must stay as they are.
    if (line.text.trim() !== typed) return;
    line.error = found.count === 0 ? strings.describe.nothingFound : null;
    line.leftOut = null;
    if (found.count > 0) {
      // A new search clears the line, which may still be needed.
      const { text } = line;
      await startTypedSearch(app, search, found);
      line.leftOut = found.unknown.length === 0 ? null : strings.describe.leftOut(wordsText(found.unknown));
      if (line.leftOut !== null) line.text = text;
    }
    line.markHandled();
    void search.priceFilled(search.form.question(app.clock.nowMs));
  });
  line.isBusy = false;
}

function wordsText(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words.map((each) => `“${safeLine(each, WORDS_MAX)}”`));
}
