/** Returns the text to log for a thrown value: the message of an `Error`, otherwise `unknown`. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
