import { expect, it } from 'vitest';
import { textMenu, type TextMenuFacts } from '../../../../electron/shells/electron/text-menu.ts';

const facts: TextMenuFacts = {
  isEditable: true,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: { canCut: false, canCopy: false, canPaste: true },
};
const menu = (change: Partial<TextMenuFacts>, replaced: string[] = []) =>
  textMenu({ ...facts, ...change }, (word) => replaced.push(word));
const names = (items: ReturnType<typeof textMenu>) =>
  items.map(({ label, role, type }) => label ?? role ?? type);

it('offers cut, copy and paste in a text field, as far as they are possible', () => {
  const items = menu({});
  expect(names(items)).toEqual(['cut', 'copy', 'paste', 'separator', 'selectAll']);
  expect(items.map(({ enabled }) => enabled)).toEqual([false, false, true, undefined, undefined]);
});

it('puts spelling suggestions first', () => {
  const replaced: string[] = [];
  const items = menu({ misspelledWord: 'sommer', dictionarySuggestions: ['summer'] }, replaced);
  expect(names(items).slice(0, 3)).toEqual(['summer', 'separator', 'cut']);
  Reflect.apply(items[0]?.click ?? (() => undefined), null, []);
  expect(replaced).toEqual(['summer']);
});

it('offers only copy for selected text outside a field, and nothing elsewhere', () => {
  const editFlags = { canCut: false, canCopy: true, canPaste: false };
  expect(menu({ isEditable: false, selectionText: 'Nordkurve', editFlags })).toEqual([
    { role: 'copy', enabled: true },
  ]);
  expect(menu({ isEditable: false, selectionText: ' ' })).toEqual([]);
});
