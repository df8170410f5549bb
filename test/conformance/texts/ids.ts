export const TEXTS_IDS = [
  'R-1-5-excerpt',
  'R-7-1-text',
  'R-7-1-limit',
  'R-7-1-history',
  'R-7-1-plan',
  'R-7-13-failing',
  'R-1-1-path',
  'R-1-1-http',
  'R-2-13-http',
  'R-1-11-terms',
  'caps-month-and-screen',
  'one-name-for-a-value',
] as const;
