import type { CountedTag } from '../../../../shared/model/user-data.ts';
import { replacedTag, toggled } from '../library-filters.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { ownTags as strings } from '../../lists/tag-strings.ts';
import type { App } from '../../../session/app.svelte.ts';
import type { Library } from '../library.svelte.ts';

/** Actions on the user's tags. Every change can be undone. */
export interface TagActions {
  /** Opens the dialog that renames a tag. */
  readonly rename: (tag: CountedTag) => void;
  /** Opens the dialog in which the user chooses another tag and merges the two tags. */
  readonly merge: (tag: CountedTag) => void;
  readonly remove: (tag: CountedTag) => Promise<void>;
  /** Shows all tags. The facet lists only the most frequent ones. */
  readonly all: () => void;
}

export const tagActions = (app: App, library: Library, dialogs: Omit<TagActions, 'remove'>): TagActions => ({
  ...dialogs,
  remove: (tag) => removeTag(app, library, tag),
});

const shown = ({ name }: CountedTag): string => safeLine(name, 80);

/**
 * Renames a tag.
 *
 * @returns whether the tag was renamed
 */
export const renameTag = (app: App, tag: CountedTag, name: string): Promise<boolean> =>
  app.change(async () => {
    const { undo } = await app.api.marks.renameTag({ id: tag.id, name });
    app.undo.offer(strings.renamed(shown(tag), safeLine(name, 80), tag.count), undo);
  });

/**
 * Merges a tag into another tag and updates the current filters accordingly.
 *
 * @returns whether the tag was merged
 */
export const mergeTag = (app: App, library: Library, tag: CountedTag, into: CountedTag): Promise<boolean> =>
  app.change(async () => {
    const { undo } = await app.api.marks.mergeTags({ from: tag.id, into: into.id });
    if (library.filters.ownTags.includes(tag.id))
      await library.search({ filters: replacedTag(library.filters, tag.id, into.id) });
    app.undo.offer(strings.merged(shown(tag), shown(into), tag.count), undo);
  });

export async function removeTag(app: App, library: Library, tag: CountedTag): Promise<void> {
  await app.change(async () => {
    const { undo } = await app.api.marks.removeTag({ id: tag.id });
    if (library.filters.ownTags.includes(tag.id))
      await library.search({ filters: toggled(library.filters, 'ownTags', tag.id) });
    app.undo.offer(strings.removed(shown(tag), tag.count), undo);
  });
}
