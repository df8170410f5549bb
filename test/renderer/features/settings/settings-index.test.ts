import { describe, expect, test } from 'vitest';
import { currentSection } from '../../../../renderer/features/settings/settings-index.svelte.ts';

const PANE = { top: 50, height: 800 };

describe('the current section of Settings', () => {
  test('is the first section that starts at the top of the pane, however short it is', () => {
    expect(currentSection([50, 100, 300], PANE, false)).toBe(0);
    expect(currentSection([-400, 45, 100], PANE, false)).toBe(1);
  });
  test('is the next section once only the last lines of a section are left', () => {
    expect(currentSection([-400, 150, 1_200], PANE, false)).toBe(1);
    expect(currentSection([-400, 350, 1_200], PANE, false)).toBe(0);
  });
  test('is the section that fills the pane', () =>
    expect(currentSection([-900, -400, 2_000], PANE, false)).toBe(1));
  test('is the last section at the end of the page, even if it cannot reach the top', () =>
    expect(currentSection([-400, -20, 300], PANE, true)).toBe(2));
});
