import { join } from 'node:path';
import { loadScript } from './code-cache.ts';
import { limitYoungGeneration } from './young-generation.ts';

/*
 * The script that Electron runs first. Electron compiles this script without a code cache, so the script does
 * little more than load `main.ts`, which has a code cache. V8 uses a cache only if the cache was made with
 * the same flags, so the flags are set here.
 */

limitYoungGeneration();
loadScript(join(import.meta.dirname, 'start-app.cjs'));
