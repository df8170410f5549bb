/** Message of a thrown value for the log; the value need not be an `Error`. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
