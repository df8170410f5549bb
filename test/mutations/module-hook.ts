import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mutatedSources } from './apply-edits.ts';
import { MUTATION_VARIABLE, type Mutation } from './mutation.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * Installs a hook for the modules that this thread loads from now on. The hook applies the mutation that the
 * variable `ROUNDWATCH_MUTATION` names.
 */
export function installModuleHook(mutations: readonly Mutation[]): void {
  const name = process.env[MUTATION_VARIABLE];
  if (name === undefined || name === '') return;
  const mutation = mutations.find((each) => each.name === name);
  if (mutation === undefined) throw new Error(`${MUTATION_VARIABLE}: there is no mutation "${name}"`);
  const sources = new Map(
    [...mutatedSources(mutation, root)].map(([file, source]) => [
      pathToFileURL(join(root, file)).href,
      source,
    ]),
  );
  registerHooks({
    load: (url, context, nextLoad) => {
      const source = sources.get(url);
      if (source === undefined) return nextLoad(url, context);
      const format = url.endsWith('.ts') ? 'module-typescript' : 'module';
      return { format, source, shortCircuit: true };
    },
  });
}
