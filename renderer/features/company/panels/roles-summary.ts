import type { OpenRole, RolesPanel } from '../../../../shared/model/company.ts';
import { daysAgoText } from '../../../lib/announcement-age.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { roleName } from '../../../ui/text/role-strings.ts';
import { company } from '../strings.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

type Known = Pick<RolesPanel, 'departments' | 'next'> & {
  readonly roles: readonly Pick<OpenRole, 'department' | 'firstSeenAtMs' | 'gone'>[];
};

/**
 * Summarises the department with the most open roles: `Hiring 6 in Sales (newest role: 2 days ago).` Returns
 * null if no open role has a department. `roles` must be the first page of the unfiltered list, because that
 * page contains the newest roles.
 */
export function rolesSummary({ departments, roles, next }: Known, nowMs: number): string | null {
  const [top] = departments;
  if (top === undefined) return null;
  const seenAtMs = roles.flatMap(({ department, firstSeenAtMs, gone }) =>
    !gone && firstSeenAtMs !== null && department?.toLowerCase() === top.value.toLowerCase()
      ? [firstSeenAtMs]
      : [],
  );
  const ageMs = Math.max(0, nowMs - Math.max(...seenAtMs));
  return company.roles.hiring(top.count, safeLine(roleName(top.value), 80), {
    isAtLeast: next !== null,
    newest: seenAtMs.length === 0 ? null : daysAgoText(Math.floor(ageMs / DAY_MS)),
  });
}
