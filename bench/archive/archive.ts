import { limitYoungGeneration } from '../../electron/shells/startup/young-generation.ts';

// V8's memory limit must be set before any other module is imported, as in the product's shells.
limitYoungGeneration();
await import('./run.ts');
