import { mixSeed } from './random.ts';
import { SECTORS } from './sectors.ts';

export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly category: string;
}

/**
 * Matches names that need no Unicode folding. Thousands of slugs are created at startup and most names match,
 * so skipping the folding saves time.
 */
const PLAIN_NAME = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

export const slugOf = (name: string): string =>
  PLAIN_NAME.test(name) ? name.toLowerCase().replaceAll(' ', '-') : foldedSlug(name);

const foldedSlug = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ı/g, 'i')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/æ/g, 'ae')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const tag = (category: string, name: string): Tag => ({
  id: `tag_${mixSeed('tag', category, name).toString(36)}`,
  name,
  slug: slugOf(name),
  category,
});

const MODELS = [
  'SaaS',
  'Marketplace',
  'API-first',
  'Hardware',
  'Usage-based',
  'Subscription',
  'Open core',
  'B2B & B2C',
];
const STAGES = ['First raise', 'Early stage', 'Growth stage', 'Late stage, profitable'];
const TECHS = [
  'AI/ML',
  'Computer vision',
  'Edge computing',
  'Mobile',
  'No-code',
  'Large language models',
  'IoT',
];

export const MODEL_TAGS: readonly Tag[] = MODELS.map((name) => tag('model', name));
export const STAGE_TAGS: readonly Tag[] = STAGES.map((name) => tag('stage', name));
export const TECH_TAGS: readonly Tag[] = TECHS.map((name) => tag('tech', name));

/**
 * Tags by name. This is a map and not a list, because a tag is looked up for each of thousands of companies.
 */
const VERTICALS: ReadonlyMap<string, Tag> = new Map(
  SECTORS.flatMap((sector) => sector.verticals).map((name) => [name, tag('vertical', name)] as const),
);
export const verticalTags = (names: readonly string[]): Tag[] =>
  names.flatMap((name) => VERTICALS.get(name) ?? []);

/**
 * A tag in a fifth category. The specification lists four categories, but does not rule out more (spec §2.3).
 * Used by profiles with `tagCategories: 'fifth'`.
 */
export const FIFTH_TAG: Tag = tag('region', 'Nordics <new>');

/** All tags that companies may have, as listed by /filters. */
export const TAGS: readonly Tag[] = [...MODEL_TAGS, ...STAGE_TAGS, ...TECH_TAGS, ...VERTICALS.values()];
