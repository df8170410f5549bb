import { join } from 'node:path';
import { loadScript } from './code-cache.ts';
import { limitYoungGeneration } from './young-generation.ts';

/*
 * The script that Electron runs first. Electron compiles it without a code cache, so it does little more than
 * load `main.ts`, which has one. V8 uses a cache only if it was made with the same flags, so the flags are
 * set here.
 */

limitYoungGeneration();
loadScript(join(import.meta.dirname, 'start-app.cjs'));
