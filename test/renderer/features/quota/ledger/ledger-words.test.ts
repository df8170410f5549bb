import { expect, test } from 'vitest';
import { matchLedgerWords } from '../../../../../renderer/features/quota/ledger/ledger-words.ts';

test('finds endpoints and states by the beginning of a word of their name', () => {
  expect(matchLedgerWords('rounds')).toEqual([
    { text: 'rounds', endpoints: ['fundings', 'rounds'], states: [] },
  ]);
  expect(matchLedgerWords('Roles  result')).toEqual([
    { text: 'Roles', endpoints: ['open-roles'], states: [] },
    { text: 'result', endpoints: [], states: ['unknown'] },
  ]);
  expect(matchLedgerWords('ounds')[0]?.endpoints).toEqual([]);
});

test('has at most six words, and none for empty text', () => {
  expect(matchLedgerWords('   ')).toEqual([]);
  expect(matchLedgerWords('a b c d e f g h')).toHaveLength(6);
});
