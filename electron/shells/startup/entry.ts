import { join } from 'node:path';
import { loadScript } from './code-cache.ts';
import { limitYoungGeneration } from './young-generation.ts';

/*
 * The script that Electron runs first. It only loads `main.ts`, because Electron itself compiles a script
 * without a code cache. V8 uses a cache only if it was made with the same flags, so the flags are set here.
 */

limitYoungGeneration();
loadScript(join(import.meta.dirname, 'start-app.cjs'));
