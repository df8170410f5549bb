import { keepYoungHeapSmall } from '../electron/shells/young-heap.ts';

// As the product's shells do: before anything else is read.
keepYoungHeapSmall();
await import('./ingest-run.ts');
