import type { AppError } from '../../shared/app-error.ts';
import type { Backup } from '../../shared/contract/backups.ts';
import type { Api } from '../../shared/contract/index.ts';
import { LatestRequest } from '../lib/latest-request.ts';
import { problemOf } from '../lib/to-app-error.ts';

export type FilesStatus = Awaited<ReturnType<Api['backups']['status']>>;
type FileStatus = FilesStatus['files'][number];
type RestoreReply = Awaited<ReturnType<Api['backups']['restore']>>;

const HEALTHY: readonly FileStatus['state'][] = ['ok', 'new', 'rebuilt', 'older'];

/** Returns the files that prevent a workspace from opening. */
export const blockingFiles = (status: FilesStatus): readonly FileStatus[] =>
  status.files.filter(({ state }) => !HEALTHY.includes(state));

/** A call to the core whose data could not be written to the disk. */
interface FailedWrite {
  readonly channel: string;
  readonly reason: 'full' | 'read-only';
}

/** Interval, in ms, between checks of the files while the disk is full, nearly full or read-only. */
const RECHECK_MS = 30_000;

/**
 * The state of the three files of one workspace. This is the blocked workspace that the user wants to open
 * or, if there is none, the open workspace.
 */
export class WorkspaceFiles {
  status = $state.raw<FilesStatus | null>(null);
  /** The id of the workspace that the user wants to open but that cannot be opened. */
  blockedId = $state<string | null>(null);
  /**
   * The reason why `blockedId` cannot be opened. Null if the app has not tried to open this workspace yet.
   */
  blockedError = $state.raw<AppError | null>(null);
  failedWrites = $state.raw<readonly FailedWrite[]>([]);
  /** Whether the user has dismissed the notice that the library was rebuilt. */
  isRebuildDismissed = $state(false);
  /**
   * Whether the user has dismissed the notice that the user data file is older than when the app last opened
   * it.
   */
  isOlderDismissed = $state(false);
  /** Whether the user has dismissed the reminder that backups do not reach the second folder. */
  isSecondPlaceDismissed = $state(false);
  readonly #api: Api;
  /** The id of a workspace that could not be opened and that the user chose to skip. */
  #skippedId: string | null = null;
  readonly #latest = new LatestRequest();
  #isWatching = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api) {
    this.#api = api;
  }
  /**
   * Loads the state of one workspace's files: the blocked workspace or, if none is blocked, the open
   * workspace. If none is open either, the workspace that was open last.
   */
  async refresh(): Promise<void> {
    const isLatest = this.#latest.begin();
    const workspaceId = this.blockedId;
    const status = await this.#api.backups
      .status(workspaceId === null ? {} : { workspaceId })
      .catch(() => null);
    if (!isLatest()) return;
    this.status = status;
    const closedId = status === null || status.isOpen ? null : status.workspaceId;
    this.blockedId = closedId === this.#skippedId ? null : closedId;
    if (this.blockedId === null) this.blockedError = null;
    this.#scheduleCheck();
  }
  /**
   * Schedules the next check only while checks are needed, because a timer that always runs would wake up an
   * idle app.
   */
  #scheduleCheck(): void {
    clearTimeout(this.#timer);
    if (this.#isWatching && (this.failedWrites.length > 0 || this.status?.isRoomLow === true))
      this.#timer = setTimeout(() => void this.refresh(), RECHECK_MS);
  }
  /** Called when a workspace could not be opened. */
  reportBlocked(id: string, error: AppError): void {
    this.blockedId = id;
    this.blockedError = error;
    this.#skippedId = null;
    void this.refresh();
  }
  /** Hides the blocked workspace's problem until the user tries to open that workspace again. */
  async skipBlocked(): Promise<void> {
    this.#skippedId = this.blockedId;
    this.blockedId = null;
    await this.refresh();
  }
  /**
   * Checks the files at regular intervals while the disk is full, nearly full or read-only.
   *
   * @returns a function that stops the checks
   */
  watch(): () => void {
    const stop = this.#api.backups.onChanged(() => void this.refresh());
    this.#isWatching = true;
    return () => {
      stop();
      this.#isWatching = false;
      clearTimeout(this.#timer);
    };
  }
  /**
   * Records whether a call could write its data. A failed write is reported until a call on the same channel
   * succeeds.
   */
  recordReply(channel: string, error: AppError | null): void {
    const reason = error === null ? null : failedWriteReason(error);
    const others = this.failedWrites.filter((each) => each.channel !== channel);
    // An error of another kind does not show whether the disk is writable again, so the list stays as it is.
    if (reason === null && (error !== null || others.length === this.failedWrites.length)) return;
    this.failedWrites = reason === null ? others : [...others, { channel, reason }];
    if (reason !== null) void this.refresh();
  }
  async dismissFailedWrites(): Promise<void> {
    this.failedWrites = [];
    await this.refresh();
  }
  reset(): void {
    this.status = null;
    this.failedWrites = [];
    this.isRebuildDismissed = false;
    this.isOlderDismissed = false;
    this.isSecondPlaceDismissed = false;
  }
  restore(id: string, workspaceId: string | null): Promise<RestoreReply> {
    return this.#api.backups.restore(workspaceId === null ? { id } : { id, workspaceId });
  }
  recreateLedger(
    workspaceId: string,
    recordsThisMonth: number | null,
  ): Promise<{ setAside: string | null; limitsAssumed: boolean }> {
    return this.#api.backups.recreateLedger({ workspaceId, recordsThisMonth });
  }
  make(): Promise<{ backup: Backup; isNew: boolean }> {
    return this.#api.backups.make({});
  }
}

function failedWriteReason(error: AppError): 'full' | 'read-only' | null {
  if (error.kind !== 'storage') return null;
  return error.reason === 'full' || error.reason === 'read-only' ? error.reason : null;
}

/** The backups of one workspace. The core checks each backup when it lists the backups. */
export class Backups {
  list = $state.raw<readonly Backup[] | null>(null);
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #workspaceId: string | null;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();

  /** @param workspaceId null for the open workspace */
  constructor(api: Api, workspaceId: string | null = null) {
    this.#api = api;
    this.#workspaceId = workspaceId;
    this.#stop = api.backups.onChanged(() => void this.load());
    void this.load();
  }
  dispose(): void {
    this.#stop();
  }
  async load(): Promise<void> {
    const workspaceId = this.#workspaceId;
    await this.#latest.run(
      () => this.#api.backups.list(workspaceId === null ? {} : { workspaceId }),
      ({ backups }) => {
        this.list = backups;
        this.error = null;
      },
      (error) => (this.error = problemOf(error)),
    );
  }
}
