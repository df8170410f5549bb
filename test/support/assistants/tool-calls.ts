import {
  CapExceeded,
  ToolRefusal,
  type ToolContext,
  type ToolReply,
} from '../../../electron/core/assistants/tool.ts';
import { assistantTools } from '../../../electron/core/assistants/tools/index.ts';
import { createReleaseRateLimit } from '../../../electron/core/contacts/release-rate-limit.ts';
import type { ContactKeyState } from '../../../electron/core/contacts/contact-encryption.ts';
import type { AssistantPermission } from '../../../shared/model/assistants/assistant-limits.ts';
import { log } from '../app/library-fixtures.ts';
import { CLIENT, type AssistantWorld } from './assistant-world.ts';

/* Calls tools as the core does, with a limit on companies that the test chooses. */

export interface CallOptions {
  readonly permissions?: readonly AssistantPermission[];
  /** The number of companies that tools may return. The default is 20. */
  readonly cap?: number;
  readonly seal?: ContactKeyState;
}

export interface Caller {
  readonly context: ToolContext;
  /** The companies that count towards `cap`, in the order in which they were first allowed. */
  readonly handed: readonly string[];
  call(tool: string, input?: object): Promise<ToolReply>;
}

const ALL: readonly AssistantPermission[] = ['read', 'notes', 'add', 'propose', 'contacts', 'draft'];

export function callerOf(world: AssistantWorld, options: CallOptions = {}): Caller {
  const { permissions = ALL, cap = 20, seal } = options;
  const { workspace } = world;
  const handed = new Set<string>();
  const hand = (companyIds: readonly string[]): readonly string[] => {
    const allowed = companyIds.filter((id) => {
      if (handed.size < cap) handed.add(id);
      return handed.has(id);
    });
    if (companyIds.length > 0 && allowed.length === 0) throw new CapExceeded('hour', 0);
    return allowed;
  };
  const { files, search, governor, hints, vault, clock } = workspace;
  const context: ToolContext = {
    client: { ...CLIENT, may: (permission) => permissions.includes(permission) },
    workspace: {
      files,
      search,
      governor,
      hints,
      clock,
      vault: seal === undefined ? vault : { seal: () => seal },
    },
    nowMs: governor.serverNowMs(),
    release: createReleaseRateLimit({ clock, log }),
    publish: world.parts.publish,
    hand,
  };
  return {
    context,
    get handed() {
      return [...handed];
    },
    call: async (name, input = {}) => {
      const tool = assistantTools.find((each) => each.name === name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      return tool.run(context, input);
    },
  };
}

/**
 * Returns the `result` of a refused call, or `over-cap` if the limit on companies is reached. Throws if the
 * call succeeds or fails for another reason.
 */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ToolRefusal) return error.result;
    if (error instanceof CapExceeded) return 'over-cap';
    throw error;
  }
  throw new Error('the call was not refused');
}
