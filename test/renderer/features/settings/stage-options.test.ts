import { expect, test } from 'vitest';
import { stageOptions } from '../../../../renderer/features/settings/market/stage-options.ts';

test('offers a chosen stage once, named as the service names it, and keeps its saved spelling', () => {
  expect(stageOptions(['Seed', 'Undisclosed'], ['undisclosed', 'Angel'])).toEqual([
    { value: 'Seed', label: 'Seed' },
    { value: 'undisclosed', label: 'Undisclosed' },
    { value: 'Angel', label: 'Angel' },
  ]);
});
