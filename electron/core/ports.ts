import type { BackgroundPlace } from '../../shared/model/settings/background.ts';
import type { LogLine } from '../../shared/model/settings/diagnostics.ts';
import type { MenuItem } from '../../shared/model/settings/menu.ts';
import type { SecretPlace, SecretState } from '../../shared/model/workspace.ts';

/** Interfaces to everything outside the core, implemented by `electron/adapters` and by tests. */

export type Dispose = () => void;

export interface Clock {
  /** Returns the system's wall-clock time in milliseconds since the epoch. This time may jump. */
  nowMs(): number;
  /**
   * Returns milliseconds from a clock that never goes backwards. Includes time asleep if the system supports
   * this.
   */
  monotonicMs(): number;
  /**
   * Returns milliseconds from a cheaper clock, for measuring short durations. This clock may stop while the
   * computer is asleep. If this method is missing, `monotonicMs` is used. On Linux, `monotonicMs` needs a
   * system call that takes longer than many queries.
   */
  steadyMs?(): number;
  /** Runs `task` once after `delayMs`. The returned function cancels the task. */
  after(delayMs: number, task: () => void): Dispose;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;
/** The structured log. Fields must not contain keys, contact data or response bodies. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export type SecretAnswer =
  | { readonly state: 'ready'; readonly secret: string }
  | { readonly state: Exclude<SecretState, 'ready'>; readonly secret: null };

/**
 * A store for secrets, each saved under an `account` name. The secrets cannot be listed. No method throws or
 * rejects.
 */
export interface SecretStore {
  readonly place: SecretPlace;
  /** The name that users know, such as "GNOME Keyring", "Keychain" or "this session". */
  readonly name: string;
  get(account: string): Promise<SecretAnswer>;
  /** Stores a secret. Resolves to `ready` on success, or to the reason why the secret was not stored. */
  set(account: string, secret: string): Promise<SecretState>;
  /** Deletes a secret. Resolves to `absent` on success, even if there was no secret. */
  delete(account: string): Promise<SecretState>;
  /** Stores and deletes a test value to find out whether a secret can currently be stored. */
  probe(): Promise<SecretState>;
  /**
   * Returns the state at the last access, without accessing the store. Null before the first access. Only a
   * store wrapped by `watchKeychain` has this method.
   */
  lastState?(): SecretState | null;
}

/** The places where a key can be stored. `keychain` is null if this system has no keychain. */
export interface SecretStores {
  readonly keychain: SecretStore | null;
  readonly session: SecretStore;
}

/** Small preferences of this computer. Must not contain secrets or service data. */
export interface SettingsStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The request is aborted if the response headers have not arrived within this time. */
  readonly headTimeoutMs: number;
  /** The request is aborted if it is not complete within this time. */
  readonly totalTimeoutMs: number;
  /** Maximum size of the decompressed body, checked while it is received. */
  readonly maxBodyBytes: number;
}
export interface HttpResponse {
  readonly status: number;
  /** Header names are in lower case. */
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

/** Thrown if a request has no readable response. */
export class TransportFailure extends Error {
  readonly reason: TransportReason;
  /**
   * Whether the service may have received the request. If false, nothing was sent, and therefore nothing was
   * charged.
   */
  readonly maybeSent: boolean;
  /** The response status; null if the request failed before the status was received. */
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
 * Sends GET requests. Follows no redirects, sends no cookies and has no cache.
 * @throws TransportFailure
 */
export interface HttpTransport {
  get(request: HttpRequest): Promise<HttpResponse>;
}

export interface DownloadRequest extends HttpRequest {
  /** Called with each part of the body. The next part is read only after the promise has resolved. */
  readonly onChunk: (chunk: Uint8Array) => Promise<void>;
}

/**
 * Like `HttpTransport`, but downloads files, uses HTTPS and connects to only one server.
 * @throws TransportFailure
 */
export interface DownloadTransport {
  /** Resolves to the response status after the whole body has been passed to `onChunk`. */
  get(request: DownloadRequest): Promise<{ readonly status: number }>;
}

/** The address and the public key for updates, both set when the app is built. */
export interface UpdateFeed {
  /** The `https:` address of the signed manifest. */
  readonly url: string;
  /** The Ed25519 key as base64 of its SPKI DER encoding. */
  readonly publicKey: string;
  /** The release channel, such as `stable`. */
  readonly channel: string;
}
/** The address and public key for updates, and a transport that can reach only the update server. */
export interface UpdateSource {
  readonly feed: UpdateFeed;
  readonly downloads: DownloadTransport;
}
/** The properties of this installation that an update must match. */
export interface UpdateTarget {
  /** As in `process.platform`. */
  readonly platform: string;
  /** As in `process.arch`. */
  readonly arch: string;
  readonly kind: 'deb' | 'appimage' | 'exe' | 'dmg';
}
export interface UpdatePorts {
  /** Null if the app was built without an address for updates. The app then sends no request for updates. */
  readonly source: UpdateSource | null;
  /** The download page; null if this build has none. */
  readonly homepage: string | null;
  readonly target: UpdateTarget;
  /** Returns the folder for downloaded files. */
  readonly folder: () => string;
  /** Opens a verified file in the system's installer. Resolves to false if the system cannot open it. */
  readonly openInstaller: (path: string) => Promise<boolean>;
  readonly showInFolder: (path: string) => void;
}

/** Cryptographic randomness. */
export interface RandomSource {
  bytes(count: number): Buffer;
}

export interface KeyMaking {
  readonly random: RandomSource;
  /** The scrypt cost parameter N for a new passphrase. It determines how long each guess takes. */
  readonly passphraseCost: number;
}

/** The simulated service for the demo workspace. */
export interface DemoService {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly seed: number;
  readonly companies: number;
  nowMs(): number;
  travel(ms: number): void;
  running(): boolean;
  setRunning(running: boolean): Promise<void>;
  /** Returns the requests that the demo service received, newest first. */
  transcript(offset: number, limit: number): { total: number; calls: readonly DemoCall[] };
  /** Configures the webhook and its two alerts in the simulated dashboard. */
  setWebhook(url: string, key: string): void;
  /** Like `setWebhook`, but also sends a test event about a known company. */
  connectWebhook(url: string, key: string): void;
  /** Returns the state of the demo service as JSON data, which `startDemo` accepts after a restart. */
  snapshot(): unknown;
  dispose(): Promise<void>;
}
interface DemoCall {
  readonly atMs: number;
  readonly path: string;
  readonly status: number;
  readonly requests: number;
  readonly records: number;
  readonly pageTurns: number;
  readonly companies: number;
}
export type StartDemo = (snapshot: unknown, agoMs?: number) => Promise<DemoService>;

/**
 * The purpose for which the user chooses a folder: an export, the second backup folder, or finding backups.
 */
export type FolderPurpose = 'export' | 'second-backups' | 'find-backups';

/**
 * Runs one job in a separate thread. The buffers in `moved` move to the thread and must not be used
 * afterwards.
 */
export type RunInThread = (job: unknown, moved: readonly ArrayBuffer[]) => Promise<unknown>;

type ChooseFolder = (purpose: FolderPurpose) => Promise<string | null>;

/** Dialogs for choosing a file or folder. All resolve to the chosen path, or to null if the user cancels. */
export interface FileDialogs {
  /** `name` is the proposed file name, with its extension. */
  save(file: { readonly title: string; readonly name: string }): Promise<string | null>;
  /** `extensions` have no leading dots. `description` describes the type of file. */
  open(file: {
    readonly title: string;
    readonly description: string;
    readonly extensions: readonly string[];
  }): Promise<string | null>;
  openFolder(folder: { readonly title: string }): Promise<string | null>;
}

/**
 * A question that only the user can answer. Hosts are in `xn--…` form and short enough for a dialog. All
 * numbers are numbers of records.
 */
export type NativeQuestion =
  /** Whether to send an API key to a host that no workspace uses. */
  | { readonly kind: 'connect'; readonly host: string }
  /**
   * Whether to open a link. If `isMany` is true, the app has already opened as many links in this minute as
   * it may open without asking. `host` is null for a mail link.
   */
  | {
      readonly kind: 'open-link';
      readonly host: string | null;
      readonly isPlain: boolean;
      readonly isPasted: boolean;
      readonly isMany: boolean;
    }
  /** Whether to unlock contacts that the app locked automatically. */
  | { readonly kind: 'show-contacts' }
  /** Whether to spend `records` records at once. This number is above the `threshold` that the user set. */
  | { readonly kind: 'spend-at-once'; readonly records: number; readonly threshold: number }
  /**
   * Whether to continue spending today. Spending `records` would exceed the number of records that the app
   * may spend in a day without asking. If the user agrees, the app may spend `more` records today.
   */
  | {
      readonly kind: 'spend-today';
      readonly records: number;
      readonly spent: number;
      readonly more: number;
    }
  /** Whether to raise a spending limit from `from` to `to`. Null means no limit. */
  | {
      readonly kind: 'raise-limit';
      readonly limit: SpendingLimit;
      readonly from: number | null;
      readonly to: number | null;
    };

/**
 * A limit on spending. `cap`: a spending cap. `record-limit`: the monthly record limit of the account.
 * `rules`: the records that standing rules may spend in a month. `watched-list`: the monthly cap of a watched
 * list. `threshold`: the price above which the user must confirm.
 */
export type SpendingLimit = 'cap' | 'record-limit' | 'rules' | 'watched-list' | 'threshold';

/**
 * Asks the user in a dialog of the operating system, which the page can neither see nor answer. Resolves to
 * true only if the user agrees.
 */
export type ConfirmNatively = (question: NativeQuestion) => Promise<boolean>;

/** Reports when the user leaves the computer. */
export interface UserPresence {
  /** Calls `onAway` when the screen is locked or the computer goes to sleep. */
  watch(onAway: (cause: 'screen-lock' | 'suspend') => void): Dispose;
  /** Returns the time in ms since the last input on this computer, in any program. */
  idleMs(): number;
}

/**
 * Opens a validated `https:`, `http:` or `mailto:` link in the program that the system assigns to it. Rejects
 * if there is no such program.
 */
export type OpenExternal = (url: string) => Promise<void>;

/**
 * Checks the integrity of a database file in a worker. `sound` resolves to true if the file is intact, and
 * rejects if the check cannot run.
 */
export type IntegrityCheck = (file: string) => {
  readonly sound: Promise<boolean>;
  /** Stops the check. Resolves when the database file has been closed. */
  readonly stop: () => Promise<void>;
};

export interface SystemMenu {
  /** Replaces the items of the menu. `chosen` is called with the id of the item that the user selects. */
  show(items: readonly MenuItem[], chosen: (id: string) => void): void;
}

/** Additional windows, each opened for one company. */
export interface CompanyWindows {
  /** Opens a window that shows the company. Returns false if too many windows are open. */
  open(companyId: string): boolean;
  /** Closes all company windows. If a window has unsaved text, the user is asked first. */
  closeAll(): void;
}

/** Keeps the app running after its window is closed. */
export interface BackgroundMode {
  /** Returns where the user would find the app if the window were closed now. */
  place(): Promise<BackgroundPlace>;
  /** Returns whether no window is open. If so, no page needs data. */
  isWindowless(): boolean;
  /** Applies the background setting. Must be called after the user has changed it. */
  follow(): Promise<void>;
  /** Returns whether the system starts the app at login. */
  startsAtLogin(): boolean;
  /** @throws Error if the system did not store the change */
  setStartAtLogin(isOn: boolean): void;
}

/** Whether the system showed a notification. */
export type NoticeResult =
  | { readonly isShown: true }
  /** `reason` is the system's own text; null if the system did not answer. */
  | { readonly isShown: false; readonly reason: string | null };

export interface Notifier {
  /** Returns whether this system supports notifications. */
  supported(): boolean;
  /**
   * Shows a notification. The text must already be sanitized (`plainText`). `onClick` is called at most once.
   * `onResult` is called at most once, and only if the system accepted the notification. Never throws.
   * @returns whether the system accepted the notification
   */
  show(
    notice: { readonly title: string; readonly body: string },
    onClick: () => void,
    onResult?: (result: NoticeResult) => void,
  ): boolean;
}

/** Plain JSON data, as the assistant interface exchanges it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The functions available to one client of the assistant interface. No method rejects. */
export interface AssistantHost {
  readonly version: string;
  /** Describes the app and its limitations to the assistant. */
  readonly instructions: string;
  tools(): readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    /** JSON Schema of an object. */
    readonly inputSchema: JsonObject;
    readonly readOnly: boolean;
  }[];
  callTool(name: string, input: unknown): Promise<{ readonly data: JsonObject; readonly isRefused: boolean }>;
  /**
   * Returns the reason why all requests are refused, for example because the user has paused all clients.
   * Returns null if requests are not refused.
   */
  barred(): string | null;
  /** `refusal` is the reason why no resources are listed; null if the request is not refused. */
  resources(): Promise<{
    readonly resources: readonly { readonly uri: string; readonly name: string; readonly title: string }[];
    readonly refusal: string | null;
  }>;
  resourceTemplates(): readonly {
    readonly uriTemplate: string;
    readonly name: string;
    readonly title: string;
    readonly description: string;
  }[];
  /** If `isRefused` is true, `message` is the reason. */
  readResource(
    uri: string,
  ): Promise<{ readonly data: JsonObject; readonly isRefused: boolean; readonly message: string }>;
  prompts(): readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly arguments: readonly {
      readonly name: string;
      readonly description: string;
      readonly required: boolean;
    }[];
  }[];
  /** Returns null if there is no such prompt, or if an argument is missing or too long. */
  prompt(name: string, values: Readonly<Record<string, string>>): string | null;
}

/**
 * Implements the protocol in which assistants communicate with the app. It neither listens for connections
 * nor makes decisions.
 */
export interface AssistantProtocol {
  /** Answers one message. The caller has already checked the message's sender. */
  answer(
    request: { readonly headers: Readonly<Record<string, string>>; readonly body: object },
    host: AssistantHost,
  ): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }>;
}

export interface AssistantPorts {
  /** Loads the protocol's library. Called only when the interface is switched on. */
  readonly load: () => Promise<AssistantProtocol>;
  /**
   * Path of the bridge: a program that relays messages between the app and clients that cannot connect over
   * HTTP but can start a program. It is copied to the data folder.
   */
  readonly bridgeFile: string;
}

/** Checkpoints the WAL of one open database outside the event loop of this process. */
export interface Checkpoints {
  /** Checkpoints the WAL. Rejects if the file cannot be written. */
  fold(): Promise<void>;
  /** Stops checkpointing. Resolves when the file is closed; never rejects. */
  stop(): Promise<void>;
}
export type CheckpointInWorker = (file: string) => Checkpoints;

export interface Ports extends KeyMaking {
  readonly clock: Clock;
  readonly log: Logger;
  readonly secrets: SecretStores;
  readonly settings: SettingsStore;
  readonly transport: HttpTransport;
  readonly startDemo: StartDemo;
  readonly chooseFolder: ChooseFolder;
  /** Absent if this shell cannot let the user choose a file. */
  readonly fileDialogs?: FileDialogs;
  /**
   * The name of this computer. If absent, archives do not contain the name of the computer that made them.
   */
  readonly computerName?: string;
  /** Null if this shell cannot open links. The page then opens the validated link. */
  readonly openExternal: OpenExternal | null;
  /** Shows a file or folder in the system's file manager; absent if this shell cannot do this. */
  readonly showInFolder?: (path: string) => void;
  /** If absent, the page is the core's only source of information about the user's activity. */
  readonly presence?: UserPresence;
  /**
   * Null if this shell cannot show a dialog that no page can forge. Actions that need a confirmation are then
   * refused, with two exceptions: connecting to an address on this computer, and unlocking contacts that the
   * app locked automatically.
   */
  readonly confirm: ConfirmNatively | null;
  /** If absent, database files are always checked before they are opened. */
  readonly checkIntegrity?: IntegrityCheck;
  /** If absent, checkpoints run in the event loop of this process. */
  readonly checkpointInWorker?: CheckpointInWorker;
  /**
   * Zips and unzips archives. If this port is absent, the core zips and unzips archives in the event loop of
   * its own process.
   */
  readonly zipInWorker?: RunInThread;
  /** The native menu; absent if this shell has none. */
  readonly menu?: SystemMenu;
  /** Absent if this shell has only one window. */
  readonly companyWindows?: CompanyWindows;
  /** Absent if this shell stops when its page is closed. */
  readonly background?: BackgroundMode;
  /** Absent if this shell cannot show notifications. */
  readonly notifier?: Notifier;
  /** Absent if this shell cannot install updates. */
  readonly updates?: UpdatePorts;
  /** Absent if this shell has no assistant interface. */
  readonly assistants?: AssistantPorts;
  /** Returns the newest log lines, redacted, oldest first. Absent if this shell does not store log lines. */
  readonly recentLog?: () => readonly LogLine[];
}
