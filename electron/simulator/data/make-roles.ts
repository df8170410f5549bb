import { DAY_MS, HOUR_MS } from './calendar.ts';
import type { Random } from './random.ts';
import { FUTURE_DAYS, type Company } from './company-model.ts';

export interface Role {
  readonly id: number;
  readonly title: string;
  readonly titleNormalizedEn: string;
  readonly employmentType: string;
  readonly location: string;
  readonly remoteType: string;
  readonly department: string;
  readonly seniority: string;
  readonly url: string;
  readonly openFromMs: number;
  readonly openUntilMs: number;
}

/** The values of `department` and `seniority` (spec §4.8). */
export const DEPARTMENTS: readonly string[] =
  'it sales marketing design finance hr operations support management executive communication legal'.split(
    ' ',
  );
export const SENIORITIES: readonly string[] = 'junior mid senior manager director executive'.split(' ');

/** Whether a role counts as leadership for `hiring_role_type`: VP, director or C-level (spec §4.2). */
export const isLeadership = (role: Role): boolean =>
  role.seniority === 'director' || role.seniority === 'executive';

const NOUNS: Readonly<Record<string, readonly string[]>> = {
  it: ['Software Engineer', 'Data Engineer', 'Site Reliability Engineer', 'Machine Learning Engineer'],
  sales: ['Account Executive', 'Sales Development Representative', 'Solutions Consultant'],
  marketing: ['Content Marketer', 'Growth Marketer', 'Product Marketer'],
  design: ['Product Designer', 'UX Researcher'],
  finance: ['Financial Analyst', 'Accountant'],
  hr: ['Recruiter', 'People Partner'],
  operations: ['Operations Associate', 'Supply Planner', 'Office Coordinator'],
  support: ['Support Specialist', 'Customer Success Associate'],
  management: ['Programme Lead', 'Project Lead'],
  executive: ['Operating Officer', 'Revenue Officer'],
  communication: ['Communications Specialist', 'Public Affairs Specialist'],
  legal: ['Legal Counsel', 'Privacy Counsel'],
};
const PREFIX: Readonly<Record<string, string>> = {
  junior: 'Junior ',
  mid: '',
  senior: 'Senior ',
  manager: 'Manager, ',
  director: 'Director, ',
  executive: 'VP, ',
};

const HIRING_SHARE = 0.45;
const FIRST_DAY = -150;

/** Creates the company's roles. No role opens more than five months before the epoch. */
export function makeRoles(company: Company, random: Random, epochMs: number): Role[] {
  if (!random.chance(HIRING_SHARE)) return [];
  return Array.from({ length: random.int(5, 45) }, (_, index) => {
    const department = random.chance(0.35) ? 'it' : random.pick(DEPARTMENTS);
    const seniority = department === 'executive' ? 'executive' : random.pick(SENIORITIES);
    const title = `${PREFIX[seniority] ?? ''}${random.pick(NOUNS[department] ?? ['Generalist'])}`;
    const openFromMs = epochMs + random.int(FIRST_DAY, FUTURE_DAYS) * DAY_MS + random.int(5, 20) * HOUR_MS;
    return {
      department,
      seniority,
      openFromMs,
      id: company.recordSeed * 100 + index,
      title: random.chance(0.1) ? `${title} (m/w/d)` : title,
      titleNormalizedEn: title,
      employmentType: random.chance(0.9) ? 'full-time' : 'part-time',
      location: company.city,
      remoteType: random.pick(['remote', 'hybrid', 'on-site']),
      url: `https://${company.slug}.example/jobs/${index + 1}`,
      openUntilMs: openFromMs + random.int(14, 120) * DAY_MS,
    };
  });
}

export const openRoles = (roles: readonly Role[], nowMs: number): Role[] =>
  roles.filter((role) => role.openFromMs <= nowMs && nowMs < role.openUntilMs);
