import { expect, test } from 'vitest';
import { createApi } from '../../../shared/contract/kit.ts';
import type { contract } from '../../../shared/contract/index.ts';
import { App } from '../../../renderer/session/app.svelte.ts';
import { matchingCommands } from '../../../renderer/session/commands/command.ts';
import { settingsCommands } from '../../../renderer/frame/palette/palette-commands.ts';
import { stubKeep } from '../support/keep-state.ts';
import { createFixture, STATES } from '../fixture/host.ts';

test.each([
  ['buyer roles', 'Settings: Market and buyer roles'],
  ['your market', 'Settings: Market and buyer roles'],
  ['delete everything', 'Settings: Privacy and deletion'],
  ['delete data', 'Settings: Privacy and deletion'],
])('the palette finds the section of Settings for %j', (text, label) => {
  const app = stubKeep(new App(createApi<typeof contract>(createFixture(STATES.account).port)));
  // Makes all commands available. Without a workspace, they are unavailable and would not match.
  const commands = settingsCommands(app).map((command) => ({ ...command, available: () => true }));
  expect(matchingCommands(commands, text)[0]?.label).toBe(label);
});
