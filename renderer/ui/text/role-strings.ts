import type { DEPARTMENTS, SENIORITIES } from '../../../shared/model/limits.ts';

/** Names of departments and seniority levels, keyed by the value that the service uses (spec §4.8). */
export const roleStrings = {
  departments: {
    it: 'Engineering / IT',
    sales: 'Sales',
    marketing: 'Marketing',
    design: 'Design',
    finance: 'Finance',
    hr: 'HR',
    operations: 'Operations',
    support: 'Support',
    management: 'Management',
    executive: 'Executive',
    communication: 'Communications',
    legal: 'Legal',
  } satisfies Record<(typeof DEPARTMENTS)[number], string>,
  /**
   * Names of two departments for the choice of buyer roles. The service does not explain its values, so these
   * two are easily confused. Each name shows which job titles the app assigns to the department (ADR 77).
   */
  buyerDepartments: {
    management: 'Management (product, project and country managers)',
    executive: 'Executive (CEO, founders, board)',
  },
  seniorities: {
    junior: 'Junior',
    mid: 'Mid',
    senior: 'Senior',
    manager: 'Manager',
    director: 'Director',
    executive: 'Executive',
  } satisfies Record<(typeof SENIORITIES)[number], string>,
} as const;

const NAMES: Readonly<Record<string, string>> = { ...roleStrings.departments, ...roleStrings.seniorities };

/** Returns the name of a department or a seniority level. Unknown values are returned as received. */
export const roleName = (value: string): string => NAMES[value.trim().toLowerCase()] ?? value;
