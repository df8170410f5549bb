import { expect, test } from 'vitest';
import { withStatusNames } from '../../../renderer/frame/palette/status-keywords.ts';
import { matchingCommands } from '../../../renderer/session/commands/command.ts';

test('the palette finds the command for the status by the name of any status', () => {
  const commands = [
    { id: 'triage.status', label: 'Set status…', run: () => undefined },
    { id: 'triage.snooze', label: 'Snooze…', run: () => undefined },
  ];
  const found = (text: string) =>
    matchingCommands(withStatusNames(commands, [{ name: 'Contacted' }, { name: 'Demo booked' }]), text).map(
      ({ id }) => id,
    );
  for (const text of ['status', 'contacted', 'demo', 'set contacted'])
    expect(found(text), text).toEqual(['triage.status']);
  expect(found('won')).toEqual([]);
});
