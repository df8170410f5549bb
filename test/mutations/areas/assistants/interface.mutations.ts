import type { Edit, Mutation } from '../../mutation.ts';

const CORE = 'electron/core/assistants';
const CHECKS = 'electron/core/foundation/local-http/request-check.ts';

const at = (file: string) => {
  const path = `test/unit/assistants/${file}.test.ts`;
  return (name: string, guarantee: string, edits: readonly Edit[], title: string): Mutation => ({
    name,
    guarantee,
    figure: 'C10',
    edits,
    test: { file: path, titles: [title] },
  });
};
const server = at('interface');
const caps = at('caps');
const stored = at('stored-data');

export const ASSISTANT_INTERFACE_MUTATIONS: readonly Mutation[] = [
  server(
    'assistant-host-unchecked',
    'a web page cannot reach the assistant interface under a host name of its own',
    [
      {
        file: CHECKS,
        find: "if (!isKnownHost || isRepeated(head, 'host')) return 'host';",
        replace: '',
      },
    ],
    'is refused with another Host, as after DNS rebinding',
  ),
  server(
    'assistant-origin-unchecked',
    'a browser cannot use the assistant interface',
    [{ file: CHECKS, find: "if (headers.origin !== undefined) return 'origin';", replace: '' }],
    'is refused with an Origin',
  ),
  server(
    'assistant-depth-unlimited',
    'a message of an assistant is not nested deeply',
    [{ file: CHECKS, find: "if (isTooDeep(text)) return { why: 'too-deep' };", replace: '' }],
    'is refused if it is not flat JSON posted to the path',
  ),
  server(
    'assistant-key-prefix',
    'only the complete key is accepted',
    [
      {
        file: `${CORE}/clients.ts`,
        find: 'const digest = digestOf(key);',
        replace: 'const digest = digestOf(key.slice(0, 47));',
      },
    ],
    'is answered only with the key',
  ),
  server(
    'assistant-key-stored',
    'only the digest of a key is stored',
    [
      {
        file: `${CORE}/clients.ts`,
        find: 'const keySha256 = digestOf(key);',
        replace: "const keySha256 = Buffer.from(key, 'utf8');",
      },
    ],
    'sees a key once, and no file contains it',
  ),
  server(
    'assistant-revoked-during-call',
    'a client that is revoked while it calls receives nothing',
    [
      {
        file: `${CORE}/assistants.ts`,
        find: 'endpoint()?.end(id);',
        replace: '',
      },
    ],
    'revokes a client immediately, even during a call',
  ),
  server(
    'assistant-key-never-revoked',
    'the key of a revoked client is refused',
    [{ file: `${CORE}/clients.ts`, find: 'revokeAssistantClient(db, id, nowMs())', replace: 'void id' }],
    'revokes a client immediately, even during a call',
  ),
  server(
    'assistant-pause-ignored',
    'a paused client receives nothing',
    [
      {
        file: `${CORE}/assistants.ts`,
        find: 'isPaused: () => settings.isPaused(workspace.record().id),',
        replace: 'isPaused: () => false,',
      },
    ],
    'pauses all clients, also while one calls, and resumes them',
  ),
  server(
    'assistant-permission-ignored',
    'a client can use only what the user has allowed it',
    [
      {
        file: `${CORE}/run-call.ts`,
        find: 'if (!client.permissions.includes(permission))',
        replace: "if (permission === 'contacts')",
      },
    ],
    'takes a permission away from a connected client',
  ),
  server(
    'assistant-tool-skips-cap',
    'a tool cannot return companies that were not counted',
    [
      {
        file: `${CORE}/run-call.ts`,
        find: 'if (reply.companyIds.some((id) => !handed.allowed.has(id))) {',
        replace: 'if (reply.companyIds.length > 50) {',
      },
    ],
    'discards a reply with companies that were not counted',
  ),
  server(
    'assistant-call-unlogged',
    'nothing is returned that could not be recorded',
    [
      {
        file: `${CORE}/run-call.ts`,
        find: "    return refused('failed', 'The call could not be recorded, so nothing was returned.').answer;\n",
        replace: '',
      },
    ],
    'returns nothing that it could not record',
  ),
  server(
    'assistant-rate-unlimited',
    'one client cannot flood the app',
    [
      {
        file: `${CORE}/client-limits.ts`,
        find: 'const REQUESTS_A_MINUTE = 120;',
        replace: 'const REQUESTS_A_MINUTE = 12_000;',
      },
    ],
    'of one client cannot flood the app, and the log shows the flood once',
  ),
  server(
    'assistant-concurrency-unlimited',
    'one client cannot run many calls at the same time',
    [{ file: `${CORE}/client-limits.ts`, find: 'now >= REQUESTS_AT_ONCE || ', replace: '' }],
    'waits for no more than three others of the same client',
  ),
  server(
    'assistants-listen-when-off',
    'nothing listens while the interface is off',
    [
      {
        file: `${CORE}/assistant-server.ts`,
        find: 'if (!isWanted) return shut();',
        replace: 'if (!isWanted && server === null) return shut();',
      },
    ],
    'turns the interface off, and no one can connect',
  ),
  caps(
    'assistant-caps-uncounted',
    'companies are counted before they are returned',
    [
      {
        file: `${CORE}/caps.ts`,
        find: '    putCompaniesHanded(db, clientId, allowed, nowMs);\n',
        replace: '',
      },
    ],
    'are counted before anything is returned: if they cannot be stored, nothing is handed out',
  ),
  caps(
    'assistant-caps-raised',
    'the limits on companies cannot be raised',
    [
      {
        file: `${CORE}/caps.ts`,
        find: 'hour: Math.min(caps.hour, ASSISTANT_CAPS_MAX.hour),',
        replace: 'hour: caps.hour,',
      },
    ],
    'can be lowered and restored, but never raised',
  ),
  caps(
    'assistant-caps-forget-future',
    'setting the clock back does not reset the limits',
    [
      {
        file: `${CORE}/caps.ts`,
        find: 'return [...lastAtMs.values()].filter((atMs) => atMs > sinceMs).length < limit;',
        replace:
          'return [...lastAtMs.values()].filter((atMs) => atMs > sinceMs && atMs <= nowMs).length < limit;',
      },
    ],
    'do not reset when the clock is set back',
  ),
  stored(
    'assistant-restore-revives-keys',
    'restoring a backup does not revive a revoked key',
    [
      {
        file: 'electron/core/privacy/erasure-records.ts',
        find: '  resetRestoredAssistants(restored, before);\n',
        replace: '',
      },
    ],
    'revokes all clients, and does not lower the use of the limits',
  ),
  stored(
    'assistant-log-keeps-erased',
    'an erased company is removed from the log of assistants',
    [
      {
        file: 'electron/core/privacy/erasure-records.ts',
        find: 'for (const id of assisted) eraseFromAssistants(yours, id);',
        replace: '',
      },
    ],
    'removes it from the log and from what clients received, but it still counts',
  ),
  server(
    'assistant-prompts-while-paused',
    'a paused interface answers no prompt',
    [
      {
        file: 'electron/adapters/mcp-server.ts',
        find: 'if (barred !== null) throw new ProtocolError',
        replace: 'if (barred === "") throw new ProtocolError',
      },
    ],
    'answers the static lists while paused, and states that assistants are paused for everything else',
  ),
  server(
    'assistant-no-tools-while-paused',
    'a client that starts during a pause still gets the list of tools',
    [
      {
        file: 'electron/adapters/mcp-server.ts',
        find: 'tools: host.tools()',
        replace: 'tools: (host.barred() === null ? host.tools() : [])',
      },
    ],
    'answers the static lists while paused, and states that assistants are paused for everything else',
  ),
  server(
    'assistant-error-code-twice',
    'the message of an error does not repeat its code',
    [
      {
        file: 'electron/adapters/mcp-server.ts',
        find: 'super(message);',
        replace: 'super(`MCP error ${code}: ${message}`);',
      },
    ],
    'answers the static lists while paused, and states that assistants are paused for everything else',
  ),
  server(
    'assistant-refusal-without-words',
    'a client with a revoked key is told what to do',
    [{ file: `${CORE}/assistant-server.ts`, find: '      refusalBody,\n', replace: '' }],
    'without a valid key is told what to do, in words that say nothing about the keys that exist',
  ),
  server(
    'assistant-closed-session-connected',
    'a client that has closed its session does not count as connected',
    [
      {
        file: `${CORE}/assistants.ts`,
        find: 'connected.end(client.id, sessionOf(request));',
        replace: 'void sessionOf;',
      },
    ],
    'sees that a client has closed its session, and not those of its other windows',
  ),
  at('connected-clients')(
    'assistant-connected-forever',
    'the end of a connection is announced',
    [{ file: `${CORE}/connected-clients.ts`, find: '      onChanged();\n      if', replace: '      if' }],
    'a client is connected for a minute after its last request, and its end is announced',
  ),
  at('refused-calls')(
    'assistant-log-without-subject',
    'the log states which company a refused call was about',
    [
      {
        file: `${CORE}/run-call.ts`,
        find: 'answer.isRefused ? call.attempted',
        replace: 'answer.message === "-" ? call.attempted',
      },
    ],
    'states which company or request the client tried, and names no unknown company',
  ),
];
