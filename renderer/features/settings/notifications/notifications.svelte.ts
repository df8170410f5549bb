import type { Api } from '../../../../shared/contract/index.ts';
import type {
  NotificationProblem,
  NotificationSettings,
} from '../../../../shared/model/settings/notifications.ts';

/** The notification settings, and whether the operating system supports notifications. */
export class Notifications {
  settings = $state.raw<NotificationSettings | null>(null);
  supported = $state(false);
  /** Why the system did not show the latest notification; null if it did. */
  problem = $state.raw<NotificationProblem | null>(null);
  failed = $state(false);
  readonly #api: Api;
  readonly #stop: () => void;

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.notifications.onChanged(() => void this.refresh());
    void this.refresh();
  }
  dispose(): void {
    this.#stop();
  }
  async refresh(): Promise<void> {
    const found = await this.#api.notifications.settings({}).catch(() => null);
    this.failed = found === null;
    if (found !== null) this.#apply(found);
  }
  #apply({ supported, problem, ...settings }: Awaited<ReturnType<Api['notifications']['settings']>>): void {
    this.supported = supported;
    this.problem = problem;
    this.settings = settings;
  }
  /**
   * Shows a change immediately and reverts it if saving fails.
   *
   * @returns the previous values of the changed settings; null if the settings are not loaded
   */
  async change(change: Partial<NotificationSettings>): Promise<Partial<NotificationSettings> | null> {
    const before = this.settings;
    if (before === null) return null;
    this.settings = { ...before, ...change };
    try {
      this.settings = await this.#api.notifications.setSettings({ ...before, ...change });
      return Object.fromEntries(Object.entries(before).filter(([name]) => name in change));
    } catch (error) {
      this.settings = before;
      throw error;
    }
  }
  /**
   * Restores the settings in `before`, which `change` returned earlier. Loads the current settings first and
   * leaves all others unchanged.
   */
  async undoChange(before: Partial<NotificationSettings>): Promise<void> {
    this.#apply(await this.#api.notifications.settings({}));
    await this.change(before);
  }
  /**
   * Sends a test notification.
   *
   * @returns whether the notification was shown
   */
  async test(): Promise<boolean> {
    return (await this.#api.notifications.test({})).shown;
  }
}
