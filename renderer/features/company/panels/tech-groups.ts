import type { Technology } from '../../../../shared/model/company.ts';

interface TechGroup {
  /** Null for technologies without a category. */
  readonly category: string | null;
  readonly technologies: readonly Technology[];
}

/** Groups technologies by category. Keeps the order in which the core sorted them. */
export function techGroups(technologies: readonly Technology[]): readonly TechGroup[] {
  const groups = new Map<string | null, Technology[]>();
  for (const technology of technologies) {
    const members = groups.get(technology.category);
    if (members === undefined) groups.set(technology.category, [technology]);
    else members.push(technology);
  }
  return [...groups].map(([category, members]) => ({ category, technologies: members }));
}
