import { limitYoungGeneration } from '../electron/shells/startup/young-generation.ts';

// As in the product's shells: before any other import.
limitYoungGeneration();
await import('./ingest-run.ts');
