/**
 * Whether to run at full size, as `npm run security` and `npm run reliability` do. `npm test` and `npm run
 * check` use fewer rounds.
 */
export const IS_FULL = process.env['ROUNDWATCH_FULL'] === '1';
