import { z } from 'zod';
import type { SettingsStore } from '../ports.ts';

const KEY = 'assistants';

/**
 * Which workspaces have the interface switched on or paused. This is stored in this computer's settings, not
 * in `yours.db`, so the interface stays off in a restored or copied workspace.
 */
const storedSchema = z
  .object({
    port: z.int().min(1_024).max(65_535).nullable().catch(null),
    on: z.array(z.string()).catch([]),
    paused: z.array(z.string()).catch([]),
  })
  .catch({ port: null, on: [], paused: [] });

export interface AssistantSettings {
  /**
   * The port to which clients are configured to connect; null until the interface has listened for the first
   * time.
   */
  port(): number | null;
  setPort(port: number): void;
  isOn(workspaceId: string): boolean;
  setOn(workspaceId: string, isOn: boolean): void;
  isPaused(workspaceId: string): boolean;
  setPaused(workspaceId: string, isPaused: boolean): void;
}

export function createAssistantSettings(settings: SettingsStore): AssistantSettings {
  const read = (): z.infer<typeof storedSchema> => storedSchema.parse(settings.get(KEY) ?? {});
  const set = (field: 'on' | 'paused', id: string, isIn: boolean): void => {
    const stored = read();
    const others = stored[field].filter((each) => each !== id);
    settings.set(KEY, { ...stored, [field]: isIn ? [...others, id] : others });
  };
  return {
    port: () => read().port,
    setPort: (port) => settings.set(KEY, { ...read(), port }),
    isOn: (id) => read().on.includes(id),
    setOn: (id, isOn) => set('on', id, isOn),
    isPaused: (id) => read().paused.includes(id),
    setPaused: (id, isPaused) => set('paused', id, isPaused),
  };
}
