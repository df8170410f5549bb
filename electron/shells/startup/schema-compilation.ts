import { config } from 'zod';

/*
 * Turns off Zod's compilation of schemas. Most schemas are used only once or twice at startup, so compiling
 * them would take more time than it would save. `npm run bench -- ports` measures validation without
 * compilation. Must be imported before any schema is created.
 */
config({ jitless: true });
