import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mutatedSources } from './apply-edits.ts';
import { MUTATION_VARIABLE, type Mutation } from './mutation.ts';
import { installSharedHook, PLAN_VARIABLE } from './shared-hook.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * Installs a hook for the modules that this thread loads from now on. The hook applies the mutation that the
 * variable `ROUNDWATCH_MUTATION` names. If several mutations share this process, the hook instead loads each
 * affected module separately for each mutation.
 */
export function installModuleHook(mutations: readonly Mutation[]): void {
  const name = process.env[MUTATION_VARIABLE] ?? '';
  const plan = process.env[PLAN_VARIABLE] ?? '';
  const sourcesOf = (wanted: string): ReadonlyMap<string, string> => {
    const mutation = mutations.find((each) => each.name === wanted);
    if (mutation === undefined) throw new Error(`there is no mutation "${wanted}"`);
    return new Map(
      [...mutatedSources(mutation, root)].map(([file, source]) => [
        pathToFileURL(join(root, file)).href,
        source,
      ]),
    );
  };
  if (name !== '') installHookOf(sourcesOf(name));
  else if (plan !== '') installSharedHook(plan, root, sourcesOf);
}

function installHookOf(sources: ReadonlyMap<string, string>): void {
  registerHooks({
    load: (url, context, nextLoad) => {
      const source = sources.get(url);
      if (source === undefined) return nextLoad(url, context);
      const format = url.endsWith('.ts') ? 'module-typescript' : 'module';
      return { format, source, shortCircuit: true };
    },
  });
}
