import type { LogLine } from '../../shared/model/diagnostics.ts';
import type { MenuItem } from '../../shared/model/settings/menu.ts';
import type { SecretPlace, SecretState } from '../../shared/model/workspace.ts';

/** Ports that the core needs; implemented by adapters and tests. */

export type Dispose = () => void;

export interface Clock {
  /** The system's wall clock, Unix ms. May jump. */
  nowMs(): number;
  /** Never jumps back; in ms, and includes sleep if the system supports it. */
  monotonicMs(): number;
  /**
   * A cheap clock for spans of milliseconds; may stop during sleep. Defaults to `monotonicMs`, which on Linux
   * needs a system call that takes longer than many queries.
   */
  steadyMs?(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): Dispose;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;
/** Structured log. Never pass a key, contact data or a response body. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export type SecretAnswer =
  | { readonly state: 'ready'; readonly secret: string }
  | { readonly state: Exclude<SecretState, 'ready'>; readonly secret: null };

/** A store for secrets named by `account`; they cannot be listed. Never throws. */
export interface SecretStore {
  readonly place: SecretPlace;
  /** The name that users know: "GNOME Keyring", "Keychain", "this session". */
  readonly name: string;
  get(account: string): Promise<SecretAnswer>;
  /** `ready` once the secret is stored; any other state is the reason why it is not. */
  set(account: string, secret: string): Promise<SecretState>;
  /** `absent` once nothing is stored under `account`. */
  delete(account: string): Promise<SecretState>;
  /** Writes and deletes a probe to find out whether a secret could be stored now. */
  probe(): Promise<SecretState>;
}

/** The two places for a key; `keychain` is null if this system has none. */
export interface SecretStores {
  readonly keychain: SecretStore | null;
  readonly session: SecretStore;
}

/** Small preferences of this computer. No secrets, no service data. */
export interface SettingsStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Aborts the request if no response head has arrived, ms. */
  readonly headTimeoutMs: number;
  /** Aborts the whole request, ms. */
  readonly totalTimeoutMs: number;
  /** Maximum bytes of the decoded body, enforced while streaming. */
  readonly maxBodyBytes: number;
}
export interface HttpResponse {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export type TransportReason =
  | 'offline'
  | 'timeout'
  | 'connection'
  | 'tls'
  | 'aborted'
  | 'redirect'
  | 'too-large';

/** A request without a readable response. */
export class TransportFailure extends Error {
  readonly reason: TransportReason;
  /** False only if certainly no byte of the request was sent, so nothing was charged. */
  readonly maybeSent: boolean;
  /** The status, if a head was received before the failure. */
  readonly status: number | null;
  constructor(reason: TransportReason, maybeSent: boolean, status: number | null = null) {
    super(reason);
    this.name = 'TransportFailure';
    this.reason = reason;
    this.maybeSent = maybeSent;
    this.status = status;
  }
}

/**
 * GET only; follows no redirects, sends no cookies, has no cache.
 * @throws TransportFailure
 */
export interface HttpTransport {
  get(request: HttpRequest): Promise<HttpResponse>;
}

/** Cryptographic randomness. */
export interface RandomSource {
  bytes(count: number): Buffer;
}

/** The parameters for deriving keys. */
export interface KeyMaking {
  readonly random: RandomSource;
  /** What one guess at a new passphrase costs: scrypt's N. */
  readonly passphraseCost: number;
}

/** The simulated service of the demo workspace. */
export interface DemoService {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly seed: number;
  readonly companies: number;
  nowMs(): number;
  travel(ms: number): void;
  running(): boolean;
  setRunning(running: boolean): Promise<void>;
  /** Newest first. */
  transcript(offset: number, limit: number): { total: number; calls: readonly DemoCall[] };
  /** Configures the simulated dashboard's webhook with both alerts on, and sends a test event of a known company. */
  connectWebhook(url: string, key: string): void;
  /** Plain JSON that `startDemo` accepts after a restart. */
  snapshot(): unknown;
  dispose(): Promise<void>;
}
export interface DemoCall {
  readonly atMs: number;
  readonly path: string;
  readonly status: number;
  readonly requests: number;
  readonly records: number;
  readonly pageTurns: number;
  readonly companies: number;
}
export type StartDemo = (snapshot: unknown) => Promise<DemoService>;

/** Asks the user for an export folder; null if they cancel. */
export type ExportFolder = () => Promise<string | null>;

/** Opens a checked `https:` or `mailto:` link with the system. Rejects if there is no handler. */
export type OpenExternal = (url: string) => Promise<void>;

/** Checks a database file in a thread while the app continues. `sound` rejects if it cannot. */
export type IntegrityCheck = (file: string) => {
  readonly sound: Promise<boolean>;
  /** Resolves once the file is released. */
  readonly stop: () => Promise<void>;
};

/** The system's native menu. */
export interface SystemMenu {
  /** Replaces the items; `chosen` receives the id of the chosen one. */
  show(items: readonly MenuItem[], chosen: (id: string) => void): void;
}

/** Shows native notifications. */
export interface Notifier {
  /** Whether this system supports notifications. */
  supported(): boolean;
  /**
   * Text must be plain and safe to show. `onClick` runs at most once. Never throws.
   * @returns whether the system accepted it
   */
  show(notice: { readonly title: string; readonly body: string }, onClick: () => void): boolean;
}

/** Checkpoints the WAL of one open database outside this process's event loop. */
export interface Checkpoints {
  /** Checkpoints once, immediately. Rejects if the file could not be written. */
  fold(): Promise<void>;
  /** Resolves once the file is closed; never rejects. */
  stop(): Promise<void>;
}
export type FoldApart = (file: string) => Checkpoints;

export interface Ports extends KeyMaking {
  readonly clock: Clock;
  readonly log: Logger;
  readonly secrets: SecretStores;
  readonly settings: SettingsStore;
  readonly transport: HttpTransport;
  readonly startDemo: StartDemo;
  readonly exportFolder: ExportFolder;
  /** Null if this shell cannot open links: the page then opens the checked link. */
  readonly openExternal: OpenExternal | null;
  /** If absent, files are always checked before they are opened. */
  readonly lookThrough?: IntegrityCheck;
  /** If absent, checkpoints run in this process. */
  readonly foldApart?: FoldApart;
  /** Absent if this shell has no menu. */
  readonly menu?: SystemMenu;
  /** Absent if this shell shows no notifications. */
  readonly notifier?: Notifier;
  /** The newest log lines, redacted, newest last. Absent if none are retained. */
  readonly recentLog?: () => readonly LogLine[];
}
