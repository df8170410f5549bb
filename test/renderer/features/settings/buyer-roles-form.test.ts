import { expect, test } from 'vitest';
import type * as FormModule from '../../../../renderer/features/settings/market/buyer-roles-form.svelte.ts';
import { DEPARTMENTS } from '../../../../shared/model/limits.ts';
import { compiled } from '../../support/compiled.ts';

/* The form in which the user edits the buyer roles. */

const load = compiled();
async function openForm(): Promise<FormModule.BuyerRolesForm> {
  const { BuyerRolesForm } = (await load(
    '/renderer/features/settings/market/buyer-roles-form.svelte.ts',
  )) as typeof FormModule;
  return new BuyerRolesForm();
}

test('has one row for each department, and no more rows than departments', async () => {
  const form = await openForm();
  form.fill({ roles: [{ department: 'sales', seniorities: ['director'] }], keywords: ['RevOps'] });
  while (!form.isFull) {
    const id = form.add() ?? 0;
    form.setDepartment(id, form.free[0] ?? 'sales');
  }
  expect(form.buyerRoles.roles.map(({ department }) => department).toSorted()).toEqual(
    DEPARTMENTS.toSorted(),
  );
  expect(form.add()).toBeNull();
  expect(form.buyerRoles.keywords).toEqual(['RevOps']);
});

test('changes and removes a row by its id, and ignores values that are no seniority', async () => {
  const form = await openForm();
  const [first, second] = [form.add() ?? 0, form.add() ?? 0];
  form.setDepartment(second, 'legal');
  form.setSeniorities(second, ['executive', 'boss']);
  form.remove(first);
  expect(form.buyerRoles).toEqual({
    roles: [{ department: 'legal', seniorities: ['executive'] }],
    keywords: [],
  });
  form.fill(null);
  expect(form.buyerRoles).toEqual({ roles: [], keywords: [] });
});

test('a new row has no department until the user chooses one, and is no saved role before', async () => {
  const form = await openForm();
  form.reset(null);
  const id = form.add() ?? 0;
  expect([form.buyerRoles.roles, form.isComplete, form.isEdited]).toEqual([[], false, true]);
  form.setDepartment(id, 'it');
  expect(form.buyerRoles.roles).toEqual([{ department: 'it', seniorities: [] }]);
  expect(form.isComplete).toBe(true);
});

test('keeps unsaved changes when it is shown again, until other buyer roles are saved', async () => {
  const form = await openForm();
  form.follow(null);
  expect(form.isEdited).toBe(false);
  form.add();
  form.follow(null);
  expect([form.isEdited, form.rows.length]).toEqual([true, 1]);
  form.follow({ roles: [], keywords: ['RevOps'] });
  expect([form.isEdited, form.rows.length, form.keywords]).toEqual([false, 0, ['RevOps']]);
});
