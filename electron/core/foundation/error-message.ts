/** Returns the message of a thrown value for the log, or `unknown` if the value is not an `Error`. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
