import { MUTATIONS } from './all.ts';
import { installModuleHook } from './module-hook.ts';

/** Loaded with `--import` by every Node process that a mutated test starts. */
installModuleHook(MUTATIONS);
