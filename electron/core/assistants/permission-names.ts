import type { AssistantPermission } from '../../../shared/model/assistants/assistant-limits.ts';

/** The names of the permissions, as in Settings, so the user can find the one that an assistant needs. */
export const PERMISSION_NAMES: Readonly<Record<AssistantPermission, string>> = {
  read: 'Read library, plan and quota',
  notes: 'Read my notes',
  add: 'Add notes, tasks, tags and lists, and set statuses',
  propose: 'Propose requests',
  contacts: 'Read contacts',
  draft: 'Draft messages',
};
