/** What was thrown, for the log; it need not be an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
