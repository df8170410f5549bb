import { parentPort, workerData } from 'node:worker_threads';
import { runZipJob } from '../zip.ts';

/* Worker thread that zips or unzips one archive. */

const { outcome, moved } = runZipJob(workerData);
parentPort?.postMessage(outcome, moved);
