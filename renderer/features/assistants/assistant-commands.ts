import Pause from '@lucide/svelte/icons/pause';
import Play from '@lucide/svelte/icons/play';
import type { App } from '../../session/app.svelte.ts';
import type { Command } from '../../session/commands/command.ts';
import { assistantsOf, type AssistantsState } from './assistants.svelte.ts';
import { assistantStatus } from './status-strings.ts';

const strings = assistantStatus.commands;

/** Opens the Assistants section of Settings. */
export function openAssistants({ navigation }: App): void {
  navigation.pendingTarget = 'assistants';
  navigation.go('settings');
}

export const pauseAssistants = (app: App, isPaused: boolean): Promise<boolean> =>
  app.attempt(async () => {
    await assistantsOf(app).setPaused(isPaused);
    app.toasts.show(isPaused ? strings.paused : strings.resumed);
  });

/**
 * Returns the commands that pause or resume all assistants. The command that opens their settings is part of
 * the command palette.
 */
export function assistantCommands(app: App, assistants: AssistantsState): readonly Command[] {
  const keywords = ['mcp', 'ai', 'claude', 'chatgpt', 'copilot', 'proposals'];
  const isOn = (): boolean => assistants.status?.isOn === true;
  return [
    {
      id: 'assistants.pause',
      label: strings.pause,
      icon: Pause,
      keywords: [...keywords, 'stop'],
      available: () => isOn() && assistants.status?.isPaused === false,
      run: async () => void (await pauseAssistants(app, true)),
    },
    {
      id: 'assistants.resume',
      label: strings.resume,
      icon: Play,
      keywords,
      available: () => isOn() && assistants.status?.isPaused === true,
      run: async () => void (await pauseAssistants(app, false)),
    },
  ];
}
