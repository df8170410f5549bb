import './node-version.mjs';
import { runFullSize } from './full-size.mjs';

/** `npm run reliability`: the same tests as in `npm test` at full size, with a one-line verdict. */
await runFullSize('reliability');
