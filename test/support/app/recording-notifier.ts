import type { Notifier } from '../../../electron/core/ports.ts';

/** A notifier that records notifications instead of showing them. Tests can click a notification. */
export interface RecordingNotifier extends Notifier {
  readonly shown: { readonly title: string; readonly body: string; click(): void }[];
}

export function createRecordingNotifier(): RecordingNotifier {
  const shown: RecordingNotifier['shown'] = [];
  return {
    shown,
    supported: () => true,
    show: (notice, click) => {
      shown.push({ ...notice, click });
      return true;
    },
  };
}
