import { describe, expect, it } from 'vitest';
import { rolesSummary } from '../../../../renderer/features/company/panels/roles-summary.ts';

const NOW = Date.UTC(2026, 4, 14, 9);
const role = (department: string, daysAgo: number | null, gone = false) => ({
  department,
  firstSeenAtMs: daysAgo === null ? null : NOW - daysAgo * 86_400_000,
  gone,
});

describe('summary of open roles', () => {
  it('names the largest department and the age of its newest open role', () => {
    const roles = [role('sales', 1), role('it', null), role('IT', 2), role('it', 9), role('it', 0, true)];
    const known = {
      departments: [
        { value: 'it', count: 6 },
        { value: 'sales', count: 1 },
      ],
      roles,
      next: null,
    };
    expect(rolesSummary(known, NOW)).toBe('Hiring 6 in Engineering / IT (newest role: 2 days ago).');
    expect(rolesSummary({ ...known, next: { page: 2, perPage: 50 } }, NOW)).toBe(
      'Hiring at least 6 in Engineering / IT (newest role: 2 days ago).',
    );
  });

  it('omits an unknown age, and is absent without departments', () => {
    const departments = [{ value: 'Rese\u202earch', count: 1 }];
    expect(rolesSummary({ departments, roles: [role('Rese\u202earch', null)], next: null }, NOW)).toBe(
      'Hiring 1 in Research.',
    );
    expect(rolesSummary({ departments: [], roles: [role('', 1)], next: null }, NOW)).toBeNull();
  });
});
