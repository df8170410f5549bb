import { describe, expect, it } from 'vitest';
import { matchTitle } from '../../../electron/core/market/match-title.ts';
import { contactMatchSchema, type BuyerRoles } from '../../../shared/model/buyer-roles.ts';

const rolesOf = (roles: BuyerRoles['roles'], keywords: readonly string[] = []): BuyerRoles => ({
  roles: [...roles],
  keywords: [...keywords],
});
const matchOf = (title: string | null, roles: BuyerRoles) =>
  contactMatchSchema.parse(matchTitle(title, roles));

describe('a match with a role', () => {
  const leaders = rolesOf([{ department: 'it', seniorities: ['director', 'executive'] }]);

  it('is strong if the department and the seniority are wanted', () => {
    expect(matchOf('CTO', leaders)).toEqual({
      match: 'strong',
      reason: { kind: 'role', department: 'it', seniority: 'executive' },
    });
  });

  it('is strong at any seniority, even an unknown one, if the role lists none', () => {
    const anyone = rolesOf([{ department: 'it', seniorities: [] }]);
    expect(
      ['CTO', 'Junior software engineer', 'Software engineer'].map((t) => matchOf(t, anyone).match),
    ).toEqual(['strong', 'strong', 'strong']);
  });

  it('is weak at another seniority, and at an unknown one', () => {
    expect(matchOf('Junior software engineer', leaders)).toEqual({
      match: 'weak',
      reason: { kind: 'role', department: 'it', seniority: 'junior' },
    });
    expect(matchOf('Software engineer', leaders).match).toBe('weak');
  });

  it('is none in another department, which the reason names', () => {
    expect(
      matchOf('Chief Financial Officer', rolesOf([{ department: 'marketing', seniorities: [] }])),
    ).toMatchObject({
      match: 'none',
      reason: { kind: 'role', seniority: 'executive' },
    });
  });

  it('prefers a strong match with a later role to a weak one with an earlier role', () => {
    const both = rolesOf([
      { department: 'it', seniorities: ['junior'] },
      { department: 'executive', seniorities: ['executive'] },
      { department: 'it', seniorities: ['executive'] },
    ]);
    expect(matchOf('CTO', both)).toMatchObject({ match: 'strong', reason: { seniority: 'executive' } });
  });
});

describe('a match with a keyword', () => {
  const roles = rolesOf([{ department: 'sales', seniorities: [] }], ['RevOps', 'directrice générale', 'C++']);

  it('is strong if the title contains the keyword as whole words, in any case and without accents', () => {
    expect(matchOf('Lead, REVOPS (EMEA)', roles)).toEqual({
      match: 'strong',
      reason: { kind: 'keyword', keyword: 'RevOps' },
    });
    expect(matchOf('Directrice  Generale-adjointe', roles).reason).toEqual({
      kind: 'keyword',
      keyword: 'directrice générale',
    });
  });

  it('is not found inside a word', () => {
    expect(matchOf('Chief RevOpsification Enthusiast', roles).reason).not.toMatchObject({ kind: 'keyword' });
  });

  it('comes before a role, because it is more specific', () => {
    expect(matchOf('VP Sales, RevOps', roles).reason).toEqual({ kind: 'keyword', keyword: 'RevOps' });
  });

  it('without a letter or a digit never matches', () => {
    expect(matchOf('—', rolesOf([], ['—', '...']))).toEqual({ match: 'unknown', reason: null });
  });
});

it('a missing, empty or unrecognised title is unknown, not a mismatch', () => {
  const roles = rolesOf([{ department: 'it', seniorities: [] }]);
  for (const title of [null, '', '  ', 'qwzx 4711', '<img src=x onerror=alert(1)>'])
    expect(matchOf(title, roles)).toEqual({ match: 'unknown', reason: null });
});
