import { afterEach, expect, test, vi } from 'vitest';
import { printPage } from '../../../../renderer/features/review/print-page.ts';

afterEach(() => vi.unstubAllGlobals());

test('prints in the light theme, and shows the chosen theme again', () => {
  const dataset: Record<string, string> = { theme: 'dark' };
  const printed: (string | undefined)[] = [];
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('window', { print: () => printed.push(dataset['theme']) });
  printPage();
  expect([printed, dataset]).toEqual([['light'], { theme: 'dark' }]);
  vi.stubGlobal('window', {
    print: () => {
      throw new Error('no printer');
    },
  });
  expect(printPage).toThrow('no printer');
  expect(dataset).toEqual({ theme: 'dark' });
});
