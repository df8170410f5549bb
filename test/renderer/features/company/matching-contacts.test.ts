import { expect, test } from 'vitest';
import { matchingContacts } from '../../../../renderer/features/company/contacts/matching-contacts.ts';

const PEOPLE = [
  { name: 'Hannah Wolf', title: 'Head of Sales' },
  { name: 'Hannah Öhlund', title: null },
  { name: 'Per Sund', title: 'Sales Lead' },
  { name: 'Paweł Mørk', title: null },
];
const found = (text: string) => matchingContacts(PEOPLE, text).map(({ name }) => name);

test('contacts are found by the beginning of a word in their name or title', () => {
  expect(found('hannah')).toEqual(['Hannah Wolf', 'Hannah Öhlund']);
  expect(found('ohl')).toEqual(['Hannah Öhlund']);
  expect(found('sales')).toEqual(['Hannah Wolf', 'Per Sund']);
  expect(found('ales')).toEqual([]);
});

test('letters such as ł and ø are folded as in the search of the core', () => {
  expect(found('pawel')).toEqual(['Paweł Mørk']);
  expect(found('mork')).toEqual(['Paweł Mørk']);
});

test('contacts that contain more of the words come instead of the others', () => {
  // The company's name may be among the words.
  expect(found('hannah sales nestford')).toEqual(['Hannah Wolf']);
  expect(found('nestford')).toEqual([]);
});

test('words of fewer than three characters are ignored, as in the search of the core', () => {
  expect(found('pe')).toEqual([]);
});
