import type { AppError } from '../../shared/app-error.ts';
import type { Port } from '../../shared/contract/kit.ts';

/**
 * Wraps the port to inform the frame of every failed write, no matter which screen made the request.
 *
 * @param onReply receives the channel and the error of each reply; the error is null if the request succeeded
 */
export const watchStorage = (
  port: Port,
  onReply: (channel: string, error: AppError | null) => void,
): Port => ({
  request: async (channel, input) => {
    const reply = await port.request(channel, input);
    onReply(channel, reply.ok ? null : reply.error);
    return reply;
  },
  subscribe: (listener) => port.subscribe(listener),
});
