import type { AppError } from '../../shared/app-error.ts';
import type { Port } from '../../shared/contract/kit.ts';

/**
 * The port, with every reply overheard: whatever screen a call came from, the frame can say what could not be written.
 * @param heard gets the channel, and the failure or null
 */
export const watchStorage = (port: Port, heard: (channel: string, error: AppError | null) => void): Port => ({
  request: async (channel, input) => {
    const reply = await port.request(channel, input);
    heard(channel, reply.ok ? null : reply.error);
    return reply;
  },
  subscribe: (listener) => port.subscribe(listener),
});
