import { describe, expect, it } from 'vitest';
import { canonicalBuyerRoles, readBuyerRoles } from '../../../electron/core/market/buyer-roles.ts';
import { putPreference } from '../../../electron/core/database/queries/yours/preferences.ts';
import { createMarketChanges } from '../../../electron/core/user-data/market.ts';
import { recordChange, undoChange } from '../../../electron/core/user-data/undo-journal.ts';
import { buyerRolesSchema } from '../../../shared/model/buyer-roles.ts';
import { memoryYours } from '../../support/app/library-fixtures.ts';

const cto = buyerRolesSchema.parse({
  roles: [{ department: 'it', seniorities: ['executive'] }],
  keywords: [' RevOps '],
});

describe('stored buyer roles', () => {
  it('are undone and redone', () => {
    const yours = memoryYours();
    expect(readBuyerRoles(yours)).toBeNull();
    const { recorded } = recordChange(yours, { what: 'buyer-roles-set', atMs: 1 }, (journal) =>
      createMarketChanges(yours, journal).setBuyerRoles(cto, 1),
    );
    expect(readBuyerRoles(yours)).toEqual({ ...cto, keywords: ['RevOps'] });
    const undone = undoChange(yours, recorded.undo ?? '', 2).recorded;
    expect(readBuyerRoles(yours)).toBeNull();
    undoChange(yours, undone.undo ?? '', 3);
    expect(readBuyerRoles(yours)).toEqual({ ...cto, keywords: ['RevOps'] });
  });

  it('are not a change if they are the same', () => {
    const yours = memoryYours();
    const set = () =>
      recordChange(yours, { what: 'buyer-roles-set', atMs: 1 }, (journal) =>
        createMarketChanges(yours, journal).setBuyerRoles(cto, 1),
      ).recorded.undo;
    expect(set()).not.toBeNull();
    expect(set()).toBeNull();
  });

  it('count as not set if a newer version of the app wrote them, or if they are empty', () => {
    const yours = memoryYours();
    const values = ['{"roles":[{"department":"space","seniorities":[]}],"keywords":[]}', '{', '[]'];
    for (const value of [...values, '{"roles":[],"keywords":[]}']) {
      putPreference(yours, { name: 'buyer-roles', value, setAtMs: 1 });
      expect(readBuyerRoles(yours)).toBeNull();
    }
  });
});

describe('the canonical form', () => {
  it('joins the roles of a department, in the service’s order of seniority', () => {
    const roles = buyerRolesSchema.shape.roles.parse([
      { department: 'it', seniorities: ['executive', 'manager'] },
      { department: 'sales', seniorities: ['director'] },
      { department: 'it', seniorities: ['director', 'manager'] },
      { department: 'sales', seniorities: [] },
    ]);
    expect(canonicalBuyerRoles({ roles, keywords: [] }).roles).toEqual([
      { department: 'it', seniorities: ['manager', 'director', 'executive'] },
      { department: 'sales', seniorities: [] },
    ]);
  });

  it('keeps a keyword once, regardless of case and accents', () => {
    expect(
      canonicalBuyerRoles({ roles: [], keywords: ['Généraliste', 'CTO', 'generaliste'] }).keywords,
    ).toHaveLength(2);
  });
});
