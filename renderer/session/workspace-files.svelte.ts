import type { AppError } from '../../shared/app-error.ts';
import type { Backup } from '../../shared/contract/backups.ts';
import type { Api } from '../../shared/contract/index.ts';
import { LatestRequest } from '../lib/latest-request.ts';
import { problemOf } from '../lib/to-app-error.ts';

export type FilesStatus = Awaited<ReturnType<Api['backups']['status']>>;
export type FileStatus = FilesStatus['files'][number];
type RestoreReply = Awaited<ReturnType<Api['backups']['restore']>>;

const SOUND: readonly FileStatus['state'][] = ['ok', 'new', 'rebuilt'];

/** The files that keep a workspace from opening, those that can be mended by a choice of the seller's first. */
export const troubles = (status: FilesStatus): readonly FileStatus[] =>
  status.files.filter(({ state }) => !SOUND.includes(state));

/** A call whose words or answer could not be written. */
interface UnsavedChange {
  readonly channel: string;
  readonly reason: 'full' | 'read-only';
}

/** How long after a look the disk is looked at again while something is in its way. */
const AGAIN_MS = 30_000;

/** State of the three files: of the open workspace, or of the one that does not open. */
export class Files {
  status = $state.raw<FilesStatus | null>(null);
  /** The workspace that the seller wants and that does not open. */
  stuckId = $state<string | null>(null);
  /** What opening it said; null where it was not tried since the start. */
  whyStuck = $state.raw<AppError | null>(null);
  unwritten = $state.raw<readonly UnsavedChange[]>([]);
  /** The seller read that the library was made anew. */
  isRebuiltRead = $state(false);
  readonly #api: Api;
  /** The one that does not open and that the seller left for another one. */
  #passedOver: string | null = null;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
  }
  /** Looks at the workspace that is open, else at the one that was open last. */
  async refresh(): Promise<void> {
    const isLatest = this.#latest.begin();
    const workspaceId = this.stuckId;
    const status = await this.#api.backups
      .status(workspaceId === null ? {} : { workspaceId })
      .catch(() => null);
    if (!isLatest()) return;
    this.status = status;
    const closedId = status === null || status.isOpen ? null : status.workspaceId;
    this.stuckId = closedId === this.#passedOver ? null : closedId;
    if (this.stuckId === null) this.whyStuck = null;
  }
  /** A workspace did not open. */
  stuck(id: string, error: AppError): void {
    this.stuckId = id;
    this.whyStuck = error;
    this.#passedOver = null;
    void this.refresh();
  }
  /** The seller goes elsewhere; it is not said again until it is opened again. */
  async passOver(): Promise<void> {
    this.#passedOver = this.stuckId;
    this.stuckId = null;
    await this.refresh();
  }
  /** While the disk is in the way it is looked at again by itself. @returns its dispose */
  watch(): () => void {
    const timer = setInterval(() => {
      if (this.unwritten.length > 0 || this.status?.isRoomLow) void this.refresh();
    }, AGAIN_MS);
    const stop = this.#api.backups.onChanged(() => void this.refresh());
    return () => {
      clearInterval(timer);
      stop();
    };
  }
  /** A reply to any call: what could not be written is said until the same thing worked. */
  heard(channel: string, error: AppError | null): void {
    const reason = error === null ? null : unwrittenReason(error);
    const others = this.unwritten.filter((each) => each.channel !== channel);
    // Another failure says nothing about whether there is room again.
    if (reason === null && (error !== null || others.length === this.unwritten.length)) return;
    this.unwritten = reason === null ? others : [...others, { channel, reason }];
    if (reason !== null) void this.refresh();
  }
  /** The seller looked at it and goes on. */
  async refreshDueCompanies(): Promise<void> {
    this.unwritten = [];
    await this.refresh();
  }
  /** Another workspace's files are another matter. */
  forget(): void {
    this.status = null;
    this.unwritten = [];
    this.isRebuiltRead = false;
  }
  restore(id: string, workspaceId: string | null): Promise<RestoreReply> {
    return this.#api.backups.restore(workspaceId === null ? { id } : { id, workspaceId });
  }
  recreateLedger(workspaceId: string, recordsThisMonth: number | null): Promise<{ setAside: string | null }> {
    return this.#api.backups.recreateLedger({ workspaceId, recordsThisMonth });
  }
  make(): Promise<{ backup: Backup; isNew: boolean }> {
    return this.#api.backups.make({});
  }
}

function unwrittenReason(error: AppError): 'full' | 'read-only' | null {
  if (error.kind !== 'storage') return null;
  return error.reason === 'full' || error.reason === 'read-only' ? error.reason : null;
}

/** The copies of one workspace, each one checked while the list is made. */
export class Backups {
  list = $state.raw<readonly Backup[] | null>(null);
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #workspaceId: string | null;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();

  /** @param workspaceId null: the open one */
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
