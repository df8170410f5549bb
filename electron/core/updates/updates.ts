import { basename } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/durations.ts';
import type {
  Update,
  UpdatePhase,
  UpdateProblem,
  UpdateStatus,
} from '../../../shared/model/settings/updates.ts';
import { messageOf } from '../foundation/error-message.ts';
import type { Dispose, Ports, UpdatePorts } from '../ports.ts';
import { chooseFile } from './choose-file.ts';
import { downloadFile, isUnchanged } from './download-file.ts';
import { fetchManifest } from './fetch-manifest.ts';
import type { UpdateFile } from './signed-manifest.ts';
import { problemOf } from './update-failure.ts';
import { highestSequence, readUpdateSettings, saveSequence, saveUpdateSettings } from './update-settings.ts';

export interface UpdatesParts extends Pick<Ports, 'clock' | 'log' | 'random' | 'settings'> {
  /** Absent in a shell that cannot install updates. */
  readonly updates?: UpdatePorts | undefined;
  readonly version: string;
  readonly onChanged: () => void;
  /** Called when a scheduled check has found an update. */
  readonly onFound: (update: Update) => void;
}

/** An available update. `path` is null until its file is downloaded and verified. */
interface Offer {
  readonly update: Update;
  readonly file: UpdateFile;
  readonly path: string | null;
}

/** Delay before the first check, so it does not slow down startup. */
const FIRST_AFTER_MS = MINUTE_MS;
/**
 * Interval at which the app tests whether a check is due. A single long timer would start the check at the
 * wrong time if the user changed the clock.
 */
const RECHECK_MS = HOUR_MS;
/** Maximum number of progress reports for one download. */
const PROGRESS_STEPS = 100;

/** Checks for updates, downloads them, and hands them to the system's installer. */
export class Updates {
  readonly #parts: UpdatesParts;
  #phase: UpdatePhase = { kind: 'idle' };
  #offer: Offer | null = null;
  #stopping = new AbortController();
  #stopTimer: Dispose = () => undefined;

  constructor(parts: UpdatesParts) {
    this.#parts = parts;
    this.#schedule(FIRST_AFTER_MS);
  }

  status(): UpdateStatus {
    const { updates, settings } = this.#parts;
    const { scheduled, checkedAtMs } = readUpdateSettings(settings);
    const feed = updates?.source?.feed ?? null;
    const withoutFeed = updates === undefined ? 'browser' : 'no-feed';
    return {
      support: feed === null ? withoutFeed : 'ready',
      channel: feed?.channel ?? null,
      host: feed === null ? null : new URL(feed.url).host,
      homepage: updates?.homepage ?? null,
      hasInstaller: updates !== undefined && updates.target.kind !== 'appimage',
      scheduled: feed !== null && scheduled,
      checkedAtMs,
      phase: this.#phase,
    };
  }

  /**
   * Fetches the manifest. Does nothing while another check or a download is running, or without an update
   * address.
   */
  async check(): Promise<void> {
    const { updates, settings, clock, version } = this.#parts;
    const source = updates?.source ?? null;
    if (updates === undefined || source === null || this.#isBusy()) return;
    this.#offer = null;
    this.#show({ kind: 'checking' });
    await this.#attempt(async (signal) => {
      saveUpdateSettings(settings, { checkedAtMs: clock.nowMs() });
      const manifest = await fetchManifest(source, signal);
      const seen = highestSequence(settings, source.feed.channel);
      saveSequence(settings, source.feed.channel, manifest.sequence);
      const installed = { ...updates.target, version, highestSequence: seen };
      const file = chooseFile(manifest, installed, source.feed, clock.nowMs());
      if (file === null) return this.#show({ kind: 'current' });
      const { notes, releasedAt } = manifest;
      const releasedAtMs = Date.parse(releasedAt);
      const update = { version: manifest.version, releasedAtMs, notes, bytes: file.bytes };
      this.#offer = { update, file, path: null };
      this.#show({ kind: 'available', update });
    });
  }

  /** Downloads the available update. Does nothing if there is none. */
  async download(): Promise<void> {
    const { updates, random } = this.#parts;
    const source = updates?.source ?? null;
    const offer = this.#offer;
    if (updates === undefined || source === null || offer === null || offer.path !== null) return;
    if (this.#isBusy()) return;
    const { update, file } = offer;
    this.#show({ kind: 'downloading', update, receivedBytes: 0 });
    await this.#attempt(async (signal) => {
      const path = await downloadFile(file, update.version, {
        downloads: source.downloads,
        random,
        folder: updates.folder(),
        signal,
        onReceived: (receivedBytes) => this.#showProgress(update, receivedBytes),
      });
      this.#offer = { ...offer, path };
      this.#show({ kind: 'ready', update, file: basename(path) });
    });
  }

  /** Stops the download, if one is running. */
  cancel(): void {
    this.#stopping.abort();
  }

  /** Opens the downloaded file in the system's installer, after verifying the file again. */
  async openInstaller(): Promise<void> {
    await this.#withVerifiedFile(async ({ update }, path, updates) => {
      if (!(await updates.openInstaller(path))) return this.#fail('not-opened');
      this.#show({ kind: 'ready', update, file: basename(path) });
    });
  }

  /** Shows the downloaded file in the file manager, after verifying the file again. */
  async showInFolder(): Promise<void> {
    await this.#withVerifiedFile((_offer, path, updates) => updates.showInFolder(path));
  }

  setScheduled(scheduled: boolean): void {
    saveUpdateSettings(this.#parts.settings, { scheduled });
    this.#schedule(FIRST_AFTER_MS);
    this.#parts.onChanged();
  }

  dispose(): void {
    this.#stopTimer();
    this.#stopping.abort();
  }

  async #withVerifiedFile(
    use: (offer: Offer, path: string, updates: UpdatePorts) => void | Promise<void>,
  ): Promise<void> {
    const { updates } = this.#parts;
    const offer = this.#offer;
    if (updates === undefined || offer === null || offer.path === null) return;
    if (await isUnchanged(offer.path, offer.file)) return use(offer, offer.path, updates);
    this.#offer = { ...offer, path: null };
    this.#fail('changed');
  }

  #isBusy(): boolean {
    return this.#phase.kind === 'checking' || this.#phase.kind === 'downloading';
  }

  #show(phase: UpdatePhase): void {
    this.#phase = phase;
    this.#parts.onChanged();
  }

  #showProgress(update: Update, receivedBytes: number): void {
    const shown = this.#phase.kind === 'downloading' ? this.#phase.receivedBytes : 0;
    if (receivedBytes - shown >= update.bytes / PROGRESS_STEPS)
      this.#show({ kind: 'downloading', update, receivedBytes });
  }

  #fail(problem: UpdateProblem): void {
    this.#parts.log.warn('update-failed', { problem });
    this.#show({ kind: 'failed', problem, update: this.#offer?.update ?? null });
  }

  /** Runs one step of an update. Shows an expected failure to the user and rethrows any other error. */
  async #attempt(step: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = (this.#stopping = new AbortController());
    try {
      await step(signal);
    } catch (error) {
      const update = this.#offer?.update ?? null;
      if (signal.aborted && update !== null) return this.#show({ kind: 'available', update });
      const problem = problemOf(error);
      if (problem !== null) return this.#fail(problem);
      this.#show({ kind: 'idle' });
      throw error;
    }
  }

  /** If the user has allowed scheduled checks, plans when the app next tests whether a check is due. */
  #schedule(afterMs: number): void {
    const { clock, settings, log, updates } = this.#parts;
    this.#stopTimer();
    if ((updates?.source ?? null) === null || !readUpdateSettings(settings).scheduled) return;
    this.#stopTimer = clock.after(afterMs, () => {
      this.#schedule(RECHECK_MS);
      this.#checkIfDue().catch((error: unknown) =>
        log.error('update-check-failed', { error: messageOf(error) }),
      );
    });
  }

  async #checkIfDue(): Promise<void> {
    const { clock, settings, onFound } = this.#parts;
    // A scheduled check must not replace an update that the user has not downloaded yet.
    if (this.#offer !== null || !isDue(readUpdateSettings(settings).checkedAtMs, clock.nowMs())) return;
    await this.check();
    if (this.#phase.kind === 'available') onFound(this.#phase.update);
  }
}

/** Returns whether a day has passed since the last check, or the clock was set to a time before that check. */
const isDue = (checkedAtMs: number | null, nowMs: number): boolean =>
  checkedAtMs === null || nowMs < checkedAtMs || nowMs - checkedAtMs >= DAY_MS;
