import { DAY_MS } from './calendar.ts';
import { MANY_TECHNOLOGIES, technologyName } from './many-technologies.ts';
import { detailsOf } from './companies-of-profile.ts';
import { TECHNOLOGIES, type Technology } from './technologies.ts';
import { mixSeed } from './random.ts';
import type { Profile } from '../profile/profile-options.ts';
import type { Company } from './company-model.ts';
import type { World } from './world.ts';

/** Number of days until a new company has a tech stack. The specification gives no figure. */
const ANALYSIS_DAYS = 2;
/** Each company's website is down on one day in every `OUTAGE_EVERY_DAYS` days. */
const OUTAGE_EVERY_DAYS = 9;

/** Returns the company's technologies; empty if its tech stack is not available (spec §4.4). */
export function technologiesOf(
  company: Company,
  world: World,
  profile: Profile,
  nowMs: number,
): readonly Technology[] {
  if (profile.techStacks === 'with-gaps' && !isAnalysed(company, nowMs)) return [];
  const technologies = detailsOf(world, profile).technologies(company);
  if (profile.filterValues === 'ordinary' || technologies.length === 0) return technologies;
  const name = technologyName(mixSeed(company.seed, 'many') % MANY_TECHNOLOGIES);
  const isKnown = technologies.some((technology) => technology.name === name);
  return isKnown ? technologies : [...technologies, technologyNamed(name)];
}

const technologyNamed = (name: string): Technology =>
  TECHNOLOGIES.find((technology) => technology.name === name) ?? {
    name,
    categories: ['Other'],
    description: 'One of many.',
  };

function isAnalysed(company: Company, nowMs: number): boolean {
  const appearedMs = Math.min(...company.rounds.map((round) => round.publishedAtMs));
  const isDown = (Math.floor(nowMs / DAY_MS) + (company.seed % OUTAGE_EVERY_DAYS)) % OUTAGE_EVERY_DAYS === 0;
  return nowMs >= appearedMs + ANALYSIS_DAYS * DAY_MS && !isDown;
}

interface StackLists {
  readonly categories: readonly string[];
  readonly technologyNames: readonly string[];
}

/** Returns the two lists that accompany `technologies`; their lengths may differ (spec §2.2, §2.4). */
export function stackLists(technologies: readonly Technology[], profile: Profile): StackLists {
  const names = technologies.map((technology) => technology.name);
  const extra = TECHNOLOGIES.find(({ name }) => !names.includes(name))?.name ?? 'Other';
  return {
    categories: [...new Set(technologies.flatMap((technology) => technology.categories))],
    technologyNames: {
      matching: names,
      more: [...names, extra],
      fewer: names.slice(0, -1),
    }[profile.technologyNames],
  };
}

/**
 * Returns the value of `technologies[].categories` for the company detail. Spec §2.2 leaves its type open.
 */
export function embeddedCategories({ name, categories }: Technology, profile: Profile): unknown {
  const isText =
    profile.technologyCategories === 'string' ||
    (profile.technologyCategories === 'mixed' && mixSeed(name, 'categories') % 2 === 0);
  return isText ? categories.join(', ') : categories;
}
