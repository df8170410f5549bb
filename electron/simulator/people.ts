import { createRandom } from './random.ts';
import { slugOf, type Company } from './world.ts';

export interface Contact {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly email: string | null;
  readonly linkedinUrl: string;
}

const TITLES = [
  'Co-founder, CEO',
  'Co-founder, CTO',
  'VP Sales',
  'Head of Operations',
  'Head of Marketing',
  'CFO',
  'VP Engineering',
  'Head of People',
  'Product Lead',
] as const;

/** Invented people of one company, made when asked for: always the same for the same seed. */
export function contactsOf(seed: number, company: Company): readonly Contact[] {
  if (!company.hasContacts) return [];
  const random = createRandom(seed, 'people', company.index);
  const { first, last } = company.place;
  const count = random.int(2, TITLES.length);
  const taken = new Set<string>();
  return TITLES.slice(0, count).map((title, position) => {
    let name = `${random.pick(first)} ${random.pick(last)}`;
    while (taken.has(name)) name = `${random.pick(first)} ${random.pick(last)}`;
    taken.add(name);
    const handle = slugOf(name).replace('-', '.');
    return {
      id: `con_${company.index.toString(36)}_${position}`,
      name,
      title,
      email: random.chance(0.85) ? `${handle}@${company.slug}.example` : null,
      linkedinUrl: `https://linkedin.example/in/${slugOf(name)}-${company.index.toString(36)}`,
    };
  });
}
