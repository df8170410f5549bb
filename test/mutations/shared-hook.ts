import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { compileSvelte, isSvelte } from './compile-svelte.ts';

/*
 * Runs a test file in one process: once for each of its mutations and, if the plan asks for it, once without a
 * mutation. Each run is a variant. For each mutation, the modules that it affects are loaded again, with the mutation's name in their
 * URLs. All other modules are loaded once.
 */

/** The environment variable that passes the plan's path to a process that several mutations share. */
export const PLAN_VARIABLE = 'ROUNDWATCH_MUTATION_PLAN';

/**
 * The environment variable that turns off Node's cache of compiled code. The cache would store a separate
 * copy of a module for every mutation that affects it.
 */
export const NO_CACHE_VARIABLE = 'NODE_DISABLE_COMPILE_CACHE';

/**
 * For each test file, its mutations and, for each mutation, the modules that it affects. An empty name stands
 * for the run without a mutation. All paths are relative to the root of the repository.
 */
export type Plan = z.infer<typeof planSchema>;
const planSchema = z.record(
  z.string(),
  z.array(z.strictObject({ mutation: z.string(), affected: z.array(z.string()) })),
);

const QUERY = '?mutation=';
const VARIANTS = new URL('variants.ts', import.meta.url).href;

/** Returns the URL of a module for one mutation. An empty name selects the variant without a mutation. */
const variantUrl = (url: string, mutation: string): string => `${url}${QUERY}${encodeURIComponent(mutation)}`;

/**
 * @param sourcesOf returns, for a mutation, the source code of each module that the mutation changes, by URL
 */
export function installSharedHook(
  planFile: string,
  root: string,
  sourcesOf: (mutation: string) => ReadonlyMap<string, string>,
): void {
  const urlOf = (path: string): string => pathToFileURL(join(root, path)).href;
  // Processes that a test starts load only one variant of each module, so they need no plan and can use
  // Node's cache.
  for (const name of [PLAN_VARIABLE, NO_CACHE_VARIABLE]) Reflect.deleteProperty(process.env, name);
  const plan = Object.entries(planSchema.parse(JSON.parse(readFileSync(planFile, 'utf8'))));
  const variants = new Map(plan.map(([file, own]) => [urlOf(file), own.map(({ mutation }) => mutation)]));
  const affected = new Map(
    plan.flatMap(([, own]) => own).map((each) => [each.mutation, new Set(each.affected.map(urlOf))]),
  );
  const mutated = memoized(sourcesOf);
  const original = memoized((url) => javaScriptOf(url, readFileSync(fileURLToPath(url), 'utf8')));

  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const resolved = nextResolve(withRoot(specifier, root), context);
      const { mutation } = parse(context.parentURL ?? '');
      if (mutation === undefined || affected.get(mutation)?.has(resolved.url) !== true) return resolved;
      return { ...resolved, url: variantUrl(resolved.url, mutation) };
    },
    load: (url, context, nextLoad) => {
      const { plain, mutation } = parse(url);
      const ownVariants = variants.get(plain);
      if (mutation === undefined) {
        if (plain.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true };
        if (isSvelte(plain)) return { format: 'module', source: original(plain), shortCircuit: true };
        if (ownVariants === undefined || !url.includes('?vitest=')) return nextLoad(url, context);
        const list = ownVariants.map((name) => [name, variantUrl(plain, name)]);
        const source = `import { defineVariants } from ${JSON.stringify(VARIANTS)};
defineVariants(${JSON.stringify(list)});`;
        return { format: 'module', source, shortCircuit: true };
      }
      const source = mutation === '' ? undefined : mutated(mutation).get(plain);
      return {
        format: 'module',
        source: source === undefined ? original(plain) : javaScriptOf(plain, source),
        shortCircuit: true,
      };
    },
  });
}

/** Returns a module's URL without its query, and the mutation in the query. */
function parse(url: string): { plain: string; mutation: string | undefined } {
  const [plain = url, name] = url.split(QUERY);
  return {
    plain: plain.split('?')[0] ?? plain,
    mutation: name === undefined ? name : decodeURIComponent(name),
  };
}

/**
 * Resolves a path below the root, such as `/renderer/session/app.svelte.ts`, to its file URL, as Vite does.
 */
const withRoot = (specifier: string, root: string): string =>
  specifier.startsWith('/renderer/') ? pathToFileURL(join(root, specifier)).href : specifier;

function javaScriptOf(url: string, source: string): string {
  if (isSvelte(url)) return compileSvelte(fileURLToPath(url), source);
  return url.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
}

function memoized<Value>(compute: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>();
  return (key) => {
    const value = values.get(key) ?? compute(key);
    values.set(key, value);
    return value;
  };
}
