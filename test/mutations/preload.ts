import { MUTATIONS } from './all.ts';
import { installModuleHook } from './module-hook.ts';

/* Installs the module hook. Every Node process of a mutated test loads this file with `--import`. */
installModuleHook(MUTATIONS);
