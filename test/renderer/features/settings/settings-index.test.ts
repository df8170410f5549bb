import { describe, expect, test } from 'vitest';
import { currentSection } from '../../../../renderer/features/settings/settings-index.svelte.ts';

describe('the current section of Settings', () => {
  test('is the last section that starts above the limit', () => {
    expect(currentSection([-400, 20, 300], 24, false)).toBe(1);
    expect(currentSection([100, 300], 24, false)).toBe(0);
  });
  test('is the last section at the end of the page, even if it cannot reach the top', () =>
    expect(currentSection([-400, -20, 300], 24, true)).toBe(2));
});
