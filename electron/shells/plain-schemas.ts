import { config } from 'zod';

/*
 * Zod writes a function for every schema at its first use, and has it compiled: of a start's schemas nearly all are used once or
 * twice. What reading them plainly costs a page of rows, `npm run bench -- ports` tells. To be imported before any schema is made.
 */
config({ jitless: true });
