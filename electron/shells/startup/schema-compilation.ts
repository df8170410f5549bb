import { config } from 'zod';

/*
 * Turns off Zod's compilation of schemas, which is not worthwhile because most schemas are used only once or
 * twice at start. `npm run bench -- ports` measures validation without compilation. Must be imported before
 * any schema is created.
 */
config({ jitless: true });
