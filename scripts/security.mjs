import './node-version.mjs';
import { runFullSize } from './full-size.mjs';

/** `npm run security`: the same tests as in `npm test` at full size, every figure in plain words, a one-line verdict. */
await runFullSize('security');
