import { COUNTRIES, type Country } from './countries.ts';
import { GENERAL_WORDS, HEADS, ROOTS, TAILS } from './names.ts';
import type { Sector } from './sector.ts';
import { SECTORS } from './sectors.ts';
import { MODEL_TAGS, slugOf, STAGE_TAGS, TECH_TAGS, verticalTags, type Tag } from './tags.ts';
import { makeRounds } from './make-rounds.ts';
import { createRandom, mixSeed, opaqueId, type Random } from './random.ts';
import { COMPANY_SIZES, type Company } from './company-model.ts';

interface CompanySeed {
  readonly worldSeed: number;
  readonly index: number;
  /** Whether the company's first round is after the epoch. */
  readonly isNewcomer: boolean;
  readonly epochMs: number;
  /**
   * Slugs that are already in use. `makeCompany` adds the new company's slug to them. A slug must be unique,
   * because the company's domain is derived from it.
   */
  readonly takenSlugs: Set<string>;
}

const NO_CONTACTS_SHARE = 0.12;
const NO_VALIDATED_CONTACTS_SHARE = 0.1;
const NO_TECH_STACK_SHARE = 0.07;
const TOTAL_WEIGHT = COUNTRIES.reduce((sum, country) => sum + country.weight, 0);

export function makeCompany(given: CompanySeed): Company {
  const seed = mixSeed(given.worldSeed, 'company', given.index);
  const random = createRandom(seed);
  const id = opaqueId('cmp', given.worldSeed, given.index);
  const country = pickCountry(random);
  const sector = random.pick(SECTORS);
  const { name, slug } = pickName(random, sector, given.takenSlugs);
  const rounds = makeRounds({ random, companyId: id, country, ...given });
  const hasContacts = !random.chance(NO_CONTACTS_SHARE);
  return {
    id,
    seed,
    recordSeed: seed,
    name,
    slug,
    sector,
    country,
    rounds,
    city: random.pick(country.cities),
    size: pickSize(random, rounds.length),
    industries: pickIndustries(random, sector),
    tags: pickTags(random, sector, rounds.length),
    contactCount: hasContacts ? random.int(2, 9) : 0,
    hasValidatedContacts: hasContacts && !random.chance(NO_VALIDATED_CONTACTS_SHARE),
    hasTechStack: !random.chance(NO_TECH_STACK_SHARE),
  };
}

function pickCountry(random: Random): Country {
  let rest = random.next() * TOTAL_WEIGHT;
  for (const country of COUNTRIES) {
    rest -= country.weight;
    if (rest < 0) return country;
  }
  return random.pick(COUNTRIES);
}

function pickName(random: Random, sector: Sector, takenSlugs: Set<string>): { name: string; slug: string } {
  for (let attempt = 0; ; attempt += 1) {
    const name = tryName(random, sector) + (attempt > 8 ? ` ${random.pick(ROOTS)}` : '');
    const slug = slugOf(name);
    if (takenSlugs.has(slug)) continue;
    takenSlugs.add(slug);
    return { name, slug };
  }
}

function tryName(random: Random, sector: Sector): string {
  const kind = random.next();
  if (kind < 0.4) return random.pick(HEADS) + random.pick(TAILS);
  const words = kind < 0.85 ? sector.words : GENERAL_WORDS;
  const first = random.chance(0.5) ? random.pick(ROOTS) : random.pick(HEADS) + random.pick(TAILS);
  return `${first} ${random.pick(words)}`;
}

function pickSize(random: Random, rounds: number): string {
  const step = random.next() + random.next() + rounds * 0.7 - 0.7;
  return COMPANY_SIZES[Math.max(0, Math.min(COMPANY_SIZES.length - 1, Math.floor(step)))] ?? '1-10';
}

function pickIndustries(random: Random, sector: Sector): string[] {
  const [main, ...others] = sector.industries;
  return [...(main === undefined ? [] : [main]), ...random.sample(others, random.int(0, 1))];
}

function pickTags(random: Random, sector: Sector, rounds: number): Tag[] {
  const stage = STAGE_TAGS[Math.min(STAGE_TAGS.length - 1, Math.max(0, rounds - 1))];
  return [
    ...random.sample(MODEL_TAGS, random.int(1, 2)),
    ...(stage && random.chance(0.7) ? [stage] : []),
    ...random.sample(TECH_TAGS, random.int(0, 2)),
    ...verticalTags(random.sample(sector.verticals, random.int(1, 2))),
  ];
}
