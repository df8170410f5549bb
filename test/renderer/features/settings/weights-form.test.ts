import { expect, test } from 'vitest';
import type * as FormModule from '../../../../renderer/features/settings/market/weights-form.svelte.ts';
import { DEFAULT_WEIGHTS } from '../../../../shared/fit.ts';
import { compiled } from '../../support/compiled.ts';

/* The form in which the user edits the fit weights. */

const load = compiled();
async function openForm(): Promise<FormModule.WeightsForm> {
  const { WeightsForm } = (await load(
    '/renderer/features/settings/market/weights-form.svelte.ts',
  )) as typeof FormModule;
  return new WeightsForm(DEFAULT_WEIGHTS);
}

test('keeps unsaved edits when the screen is opened again, until they are saved or discarded', async () => {
  const form = await openForm();
  expect([form.isEdited, form.weights]).toEqual([false, DEFAULT_WEIGHTS]);
  form.typed['stage'] = '77';
  // The screen fills the form each time it is opened.
  form.follow(DEFAULT_WEIGHTS);
  expect([form.isEdited, form.weights]).toEqual([true, { ...DEFAULT_WEIGHTS, stage: 77 }]);
  form.reset({ ...DEFAULT_WEIGHTS, stage: 77 });
  expect([form.isEdited, form.typed['stage']]).toEqual([false, '77']);
});

test('shows weights that were changed elsewhere, for example by an undo', async () => {
  const form = await openForm();
  form.typed['stage'] = '77';
  form.follow({ ...DEFAULT_WEIGHTS, size: 3 });
  expect([form.isEdited, form.typed['size'], form.typed['stage']]).toEqual([
    false,
    '3',
    String(DEFAULT_WEIGHTS.stage),
  ]);
});

test('has no weights while a field is invalid, and keeps its text', async () => {
  const form = await openForm();
  form.typed['stage'] = '101';
  form.follow(DEFAULT_WEIGHTS);
  expect([form.isEdited, form.weights, form.typed['stage']]).toEqual([true, null, '101']);
});
