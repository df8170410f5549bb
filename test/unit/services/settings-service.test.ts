import { describe, expect, it } from 'vitest';
import { createSettingsService } from '../../../electron/core/services/settings-service.ts';
import { RESULT_COLUMNS_DEFAULT } from '../../../shared/model/result-columns.ts';

const serviceWith = (kept: unknown) => {
  const store = new Map<string, unknown>([['result-columns', kept]]);
  const published: string[] = [];
  const service = createSettingsService(
    { get: (key) => store.get(key), set: (key, value) => void store.set(key, value) },
    (group, name) => void published.push(`${group}.${name}`),
  );
  return { service, published };
};

describe('columns of the results', () => {
  it.each([
    ['nothing kept', undefined, RESULT_COLUMNS_DEFAULT],
    ['something else kept', 'stage', RESULT_COLUMNS_DEFAULT],
    ['a column that another version knows', ['fit', 'headcount', 'stage'], ['stage', 'fit']],
    ['one twice', ['fit', 'fit'], ['fit']],
    ['none', [], []],
  ] as const)('%s', (_name, kept, columns) => {
    expect(serviceWith(kept).service.resultColumns({})).toEqual({ columns });
  });

  it('are kept, put in their order and announced', () => {
    const { service, published } = serviceWith(undefined);
    expect(service.setResultColumns({ columns: ['known', 'country'] })).toEqual({
      columns: ['country', 'known'],
    });
    expect(service.resultColumns({})).toEqual({ columns: ['country', 'known'] });
    expect(published).toEqual(['settings.onChanged']);
  });
});
