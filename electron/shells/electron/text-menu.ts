import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';

/** The part of a context-menu event that the menu depends on. */
export type TextMenuFacts = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'misspelledWord' | 'dictionarySuggestions'
> & { readonly editFlags: Pick<ContextMenuParams['editFlags'], 'canCut' | 'canCopy' | 'canPaste'> };

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

/**
 * Returns the context menu of a text field: spelling suggestions, then the editing commands. For selected
 * text outside a field, the menu contains only Copy. In any other place, it is empty.
 *
 * @param replace replaces the misspelled word
 */
export function textMenu(
  { isEditable, selectionText, editFlags, misspelledWord, dictionarySuggestions }: TextMenuFacts,
  replace: (word: string) => void,
): MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: editFlags.canCopy }];
  const spelling: MenuItemConstructorOptions[] =
    misspelledWord === ''
      ? []
      : dictionarySuggestions.map((word) => ({ label: word, click: () => replace(word) }));
  return [
    ...spelling,
    ...(spelling.length > 0 ? [SEPARATOR] : []),
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    SEPARATOR,
    { role: 'selectAll' },
  ];
}
