import type { Product } from '../../shared/product.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Matches a host that is reserved for examples (RFC 2606) and therefore cannot be a real address. */
const EXAMPLE_HOST = /(?:^|[@./])example(?:\.(?:com|net|org))?(?:[:/]|$)/;

/** Returns the names of the settings in `shared/product.ts` that are still placeholders. */
export function placeholdersIn({ homepage, contact, repository }: Product): readonly (keyof Product)[] {
  return [
    ...(EXAMPLE_HOST.test(homepage) ? (['homepage'] as const) : []),
    ...(EXAMPLE_HOST.test(contact) ? (['contact'] as const) : []),
    ...(repository === 'OWNER/REPOSITORY' ? (['repository'] as const) : []),
  ];
}

/**
 * Returns the reasons why no release can be built, one sentence for each setting that is missing or wrong.
 */
export function releaseObstacles(product: Product, env: Environment): readonly string[] {
  const { GITHUB_REPOSITORY: builtIn } = env;
  const placeholders = placeholdersIn(product);
  return [
    ...placeholders.map((name) => `${name} in shared/product.ts is still the placeholder ${product[name]}`),
    ...(builtIn !== undefined && builtIn !== product.repository && !placeholders.includes('repository')
      ? [`repository in shared/product.ts is ${product.repository}, but ${builtIn} builds the release`]
      : []),
    ...['ROUNDWATCH_UPDATE_FEED', 'ROUNDWATCH_UPDATE_KEY']
      .filter((name) => (env[name] ?? '') === '')
      .map((name) => `${name} is not set, so the app could not find newer versions`),
  ];
}
