/** Returns the fields that are logged for an error. */
export function describe(error: unknown): { name: string; message: string; at: string } {
  if (!(error instanceof Error)) return { name: typeof error, message: '', at: '' };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    message: error.message.slice(0, 500),
    at: frames
      .slice(0, 6)
      .map((line) => line.trim())
      .join(' | '),
  };
}
