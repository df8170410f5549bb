import type { Command } from '../../session/commands/command.ts';

/** Adds the names of the user's statuses as keywords to the command that sets a status. */
export const withStatusNames = (
  commands: readonly Command[],
  statuses: readonly { readonly name: string }[],
): readonly Command[] =>
  commands.map((command) =>
    command.id === 'triage.status'
      ? { ...command, keywords: [...(command.keywords ?? []), ...statuses.map(({ name }) => name)] }
      : command,
  );
