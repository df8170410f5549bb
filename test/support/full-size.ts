/**
 * Whether the figures are wanted at full size, as by `npm run security` and `npm run reliability`; `npm test` and `npm run check` try
 * each less often.
 */
export const IS_FULL = process.env['ROUNDWATCH_FULL'] === '1';
