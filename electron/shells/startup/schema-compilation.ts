import { config } from 'zod';

/*
 * Turns off Zod's compilation of schemas, which does not pay off because most schemas are used only once or
 * twice at startup. `npm run bench -- ports` measures validation without compilation. Must be imported before
 * any schema is created.
 */
config({ jitless: true });
