import type { LogLine } from '../../shared/model/diagnostics.ts';
import type { MenuItem } from '../../shared/model/menu.ts';
import type { SecretPlace, SecretState } from '../../shared/model/workspace.ts';

/** What the core needs from the outside; adapters and tests provide it. */

export type Dispose = () => void;

export interface Clock {
  /** This laptop's wall clock, Unix ms. May jump. */
  nowMs(): number;
  /** A clock that never jumps back and goes on during sleep where the system offers it, ms. */
  monotonicMs(): number;
  /**
   * As cheap as a clock can be, for spans of milliseconds: during sleep it may stand still. Absent: `monotonicMs`, which on
   * Linux asks the kernel each time and takes longer than many a query.
   */
  steadyMs?(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): Dispose;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;
/** Structured log. Never given a key, a person's data or a service body. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export type SecretAnswer =
  | { readonly state: 'ready'; readonly secret: string }
  | { readonly state: Exclude<SecretState, 'ready'>; readonly secret: null };

/** One place that keeps secrets. `account` names a secret; nothing is ever listed. Never throws. */
export interface SecretStore {
  readonly place: SecretPlace;
  /** What a person calls this place: "GNOME Keyring", "Keychain", "this session". */
  readonly name: string;
  get(account: string): Promise<SecretAnswer>;
  /** `ready` once the secret is stored; any other state says why it is not. */
  set(account: string, secret: string): Promise<SecretState>;
  /** `absent` once nothing is stored under `account`. */
  delete(account: string): Promise<SecretState>;
  /** Whether a secret could be kept here now, found out by writing and removing a probe. */
  probe(): Promise<SecretState>;
}

/** The two places a key can live; `keychain` is null where this system has none. */
export interface SecretStores {
  readonly keychain: SecretStore | null;
  readonly session: SecretStore;
}

/** Small preferences of this laptop. No secrets, no service data. */
export interface SettingsStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Ends the request when no response head has come, ms. */
  readonly headTimeoutMs: number;
  /** Ends the request as a whole, ms. */
  readonly totalTimeoutMs: number;
  /** The decoded body is cut off beyond this many bytes, while streaming. */
  readonly maxBodyBytes: number;
}
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
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

/** A request that got no readable response. */
export class TransportFailure extends Error {
  readonly reason: TransportReason;
  /** False only when certainly no byte of the request reached the service: then nothing was charged. */
  readonly maybeSent: boolean;
  /** The status, where a head was received before the failure. */
  readonly status: number | null;
  constructor(reason: TransportReason, maybeSent: boolean, status: number | null = null) {
    super(reason);
    this.name = 'TransportFailure';
    this.reason = reason;
    this.maybeSent = maybeSent;
    this.status = status;
  }
}

/** GET only; follows no redirect, sends no cookie, keeps no cache. Throws TransportFailure. */
export interface HttpTransport {
  get(request: HttpRequest): Promise<HttpResponse>;
}

/** Cryptographic randomness. */
export interface RandomSource {
  bytes(count: number): Buffer;
}

/** What keys are made of. */
export interface KeyMaking {
  readonly random: RandomSource;
  /** What one guess at a passphrase costs, scrypt's N. Absent: what the product asks; only tests of other things ask for less. */
  readonly passphraseCost?: number;
}

/** The simulated service of the demo workspace, as the core sees it. */
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
  /** Tells the simulated dashboard where events go, both alerts on, and has it send a test event of a company that it knows. */
  connectWebhook(url: string, key: string): void;
  /** Plain JSON that `startDemo` takes back after a restart. */
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

/** Asks the seller for the folder that an export of their own words goes into; null where they would rather not. */
export type ExportFolder = () => Promise<string | null>;

/** Hands a checked `https:` or `mailto:` link to the system. Rejects where nothing opens it. */
export type OpenExternal = (url: string) => Promise<void>;

/** Reads a database file through in a thread of its own while the app goes on. Where it cannot, `sound` rejects. */
export type LookThrough = (file: string) => {
  readonly sound: Promise<boolean>;
  /** Resolves once nothing of it holds the file. */
  readonly stop: () => Promise<void>;
};

/** The menu of the system's own. */
export interface SystemMenu {
  /** Shows these in place of those before; `chosen` is told the id of the one that was chosen. */
  show(items: readonly MenuItem[], chosen: (id: string) => void): void;
}

/** Shows a notification of the system's own. */
export interface Notifier {
  /** Whether this system shows any. */
  supported(): boolean;
  /** Text is plain and safe to show. `onClick` runs at most once. @returns whether it was handed to the system; never throws */
  show(notice: { readonly title: string; readonly body: string }, onClick: () => void): boolean;
}

/** The log of one open database is brought into its file, waiting for the disk elsewhere than in this process's loop. */
export interface Folding {
  /** One time at once. Rejects where the file could not be written. */
  fold(): Promise<void>;
  /** Resolves once nothing of it has the file open any more; never rejects. */
  stop(): Promise<void>;
}
export type FoldApart = (file: string) => Folding;

export interface Ports extends KeyMaking {
  readonly clock: Clock;
  readonly log: Logger;
  readonly secrets: SecretStores;
  readonly settings: SettingsStore;
  readonly transport: HttpTransport;
  readonly startDemo: StartDemo;
  readonly exportFolder: ExportFolder;
  /** Null where this shell cannot: the page then opens the link that the core checked. */
  readonly openExternal: OpenExternal | null;
  /** Absent: what is kept is read through before it is opened, always. */
  readonly lookThrough?: LookThrough;
  /** Absent: whoever writes much waits for the disk in this process. */
  readonly foldApart?: FoldApart;
  /** Absent: this shell has none. */
  readonly menu?: SystemMenu;
  /** Absent: this shell shows none. */
  readonly notifier?: Notifier;
  /** The newest lines of the log, redacted, newest last. Absent: none are kept. */
  readonly recentLog?: () => readonly LogLine[];
}
