import { config } from 'zod';

/*
 * Zod compiles a function for every schema on first use, but at start nearly all schemas are used only once or
 * twice. `npm run bench -- ports` measures the cost without compilation. Import before any schema is created.
 */
config({ jitless: true });
