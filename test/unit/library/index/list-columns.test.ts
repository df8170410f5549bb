import { describe, expect, it } from 'vitest';
import {
  createLists,
  listOf,
  setList,
  sizeLists,
} from '../../../../electron/core/library/index/list-columns.ts';

const COMPANIES = 20_000;
/** Returns five values for each company. Four of them are new, so the dictionary outgrows 16-bit numbers. */
const valuesOf = (slot: number): string[] => Array.from({ length: 5 }, (_, at) => `value ${slot * 4 + at}`);

describe('lists of values', () => {
  it('keep every value when there are more different values than 16 bits can number', () => {
    const lists = createLists(COMPANIES / 2);
    const labels = (slot: number): string[] =>
      [...listOf(lists, slot)].map((number) => lists.dictionary.labels[number] ?? '');
    for (let slot = 0; slot < COMPANIES; slot += 1) {
      if (slot === COMPANIES / 2) sizeLists(lists, COMPANIES);
      setList(lists, slot, valuesOf(slot));
    }
    expect(lists.dictionary.keys.length).toBeGreaterThan(2 ** 16);
    for (let slot = 0; slot < COMPANIES; slot += 1) expect(labels(slot)).toEqual(valuesOf(slot));
    sizeLists(lists, COMPANIES * 2);
    expect(labels(COMPANIES - 1)).toEqual(valuesOf(COMPANIES - 1));
  });
});
