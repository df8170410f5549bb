import { expect, test } from 'vitest';
import { ledgerWords } from '../../../../renderer/features/quota/ledger-words.ts';

test('finds endpoints and states by the beginning of a word of their name', () => {
  expect(ledgerWords('rounds')).toEqual([{ text: 'rounds', endpoints: ['fundings', 'rounds'], states: [] }]);
  expect(ledgerWords('Roles  count')).toEqual([
    { text: 'Roles', endpoints: ['open-roles'], states: [] },
    { text: 'count', endpoints: [], states: ['unknown'] },
  ]);
  expect(ledgerWords('ounds')[0]?.endpoints).toEqual([]);
});

test('has at most six words, and none for empty text', () => {
  expect(ledgerWords('   ')).toEqual([]);
  expect(ledgerWords('a b c d e f g h')).toHaveLength(6);
});
