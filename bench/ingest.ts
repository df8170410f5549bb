import { limitYoungGeneration } from '../electron/shells/startup/young-generation.ts';

// Must run before any other import, as in the product's shells.
limitYoungGeneration();
await import('./ingest-run.ts');
