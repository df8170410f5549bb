/**
 * Whether tests run with their full number of cases, as in `npm run security` and `npm run reliability`.
 * `npm test` and `npm run check` try fewer cases.
 */
export const IS_FULL = process.env['ROUNDWATCH_FULL'] === '1';
