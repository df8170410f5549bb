import type { AddedAssistant } from '../../../shared/model/assistants/assistants.ts';

const SERVER = 'roundwatch';

interface Setup {
  readonly address: string;
  readonly key: string;
  /** Path of the bridge. */
  readonly bridge: string;
}

/** Returns the configuration of each known program, as JSON for its configuration file. */
export function clientSetups({ address, key, bridge }: Setup): AddedAssistant['setups'] {
  const headers = { Authorization: `Bearer ${key}` };
  const env = { ROUNDWATCH_KEY: key, ROUNDWATCH_URL: address };
  const configs = {
    'vs-code': { servers: { [SERVER]: { type: 'http', url: address, headers } } },
    cursor: { mcpServers: { [SERVER]: { url: address, headers } } },
    'claude-desktop': { mcpServers: { [SERVER]: { command: 'node', args: [bridge], env } } },
  } as const;
  return (['vs-code', 'cursor', 'claude-desktop'] as const).map((program) => ({
    program,
    text: JSON.stringify(configs[program], null, 2),
  }));
}
