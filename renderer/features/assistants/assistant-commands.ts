import Pause from '@lucide/svelte/icons/pause';
import Play from '@lucide/svelte/icons/play';
import type { App } from '../../session/app.svelte.ts';
import type { Command } from '../../session/commands/command.ts';
import { assistantsOf } from './assistants.svelte.ts';
import { assistantStatus } from './status-strings.ts';

const strings = assistantStatus.commands;

/** Opens Settings at Assistants. */
export function openAssistants({ navigation }: App): void {
  navigation.pendingTarget = 'assistants';
  navigation.go('settings');
}

export const pauseAssistants = (app: App, isPaused: boolean): Promise<boolean> =>
  app.attempt(async () => {
    await assistantsOf(app).setPaused(isPaused);
    app.toasts.show(isPaused ? strings.paused : strings.resumed);
  });

/** Returns the commands that pause or resume all assistants. The command palette itself opens the settings. */
export function assistantCommands(app: App): readonly Command[] {
  const isPaused = (): boolean => assistantsOf(app).status?.isPaused === true;
  const isOn = (): boolean =>
    app.workspaces.active !== null && !app.connecting && assistantsOf(app).status?.isOn === true;
  const keywords = ['mcp', 'ai', 'clients', 'proposals'];
  return [
    {
      id: 'assistants.pause',
      label: strings.pause,
      icon: Pause,
      keywords: [...keywords, 'stop'],
      available: () => isOn() && !isPaused(),
      run: async () => void (await pauseAssistants(app, true)),
    },
    {
      id: 'assistants.resume',
      label: strings.resume,
      icon: Play,
      keywords,
      available: () => isOn() && isPaused(),
      run: async () => void (await pauseAssistants(app, false)),
    },
  ];
}
