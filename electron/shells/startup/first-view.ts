import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Dispatch, Reply } from '../../../shared/contract/kit.ts';
import { SECOND_MS } from '../../../shared/durations.ts';
import { localDate } from '../../../shared/local-date.ts';
import { readFileMetadata } from '../../core/foundation/file-metadata.ts';

/*
 * When the app closes, it saves the replies with which the page shows its first view. At the next start, the
 * page gets these replies before the core is loaded (ADR 122).
 */

/** The file with the saved replies, in the data folder. It exists only while the app is closed. */
const FILE = 'first-view.json';

/**
 * The requests whose replies are saved. They only read local data, and cost nothing. Their replies contain no stored
 * contacts and no keys, but the user's own text, such as tasks. The page sends them before the first view is complete.
 * After `refreshFirstView`, it sends them again, except those whose replies cannot have changed.
 */
const FIRST_VIEW_CHANNELS: ReadonlySet<unknown> = new Set([
  'app.info',
  'backups.status',
  'connection.status',
  'demo.status',
  'followUps.due',
  'keys.state',
  'marks.undoable',
  'offline.list',
  'onboarding.get',
  'plan.caughtUp',
  'plan.closing',
  'plan.gap',
  'plan.monthEnd',
  'plan.rules',
  'plan.today',
  'progress.list',
  'proposals.list',
  'quota.status',
  'settings.appearance',
  'settings.shortcuts',
  'signals.open',
  'signals.receiver',
  'signals.summary',
  'tasks.due',
  'triage.tally',
  'watch.feed',
  'watch.lists',
  'watchlists.list',
  'workspaces.list',
]);

/** The page sends its menu when it is idle after the first view. */
const IDLE_CHANNEL = 'menu.offer';
/** Maximum number of saved replies. The first view needs about 30. */
const REPLIES_MAX = 60;
/** How long the core waits for the page to show the saved replies, in ms. */
const SHOWN_MAX_MS = SECOND_MS;
/** Matches the files in a workspace's folder on which the replies depend. */
const DATA_FILE = /\.(?:db|db-wal|json)$/;

const savedSchema = z.strictObject({
  /** See `describeState`. */
  state: z.string(),
  replies: z
    .array(
      z.strictObject({
        channel: z.string(),
        input: z.unknown(),
        reply: z.strictObject({ ok: z.literal(true), value: z.unknown() }),
      }),
    )
    .max(REPLIES_MAX),
});
type Saved = z.infer<typeof savedSchema>;
export type SavedReplies = Saved['replies'];

export interface FirstView {
  /** Returns a function that answers with saved replies until `whenShown` resolves, and otherwise asks `core`. */
  answer(core: Dispatch): Dispatch;
  /**
   * Resolves when the page has used all saved replies, when it is idle, or after a second. The core should not be
   * loaded earlier, because loading it blocks the thread that answers the page. Resolves at once if there are no
   * saved replies.
   */
  whenShown(): Promise<void>;
  /** Returns whether the page has received saved replies. If so, it must read the data again. */
  wasUsed(): boolean;
  /** Asks the core for the replies for the next start. */
  collect(core: Dispatch): Promise<SavedReplies>;
  /**
   * Saves the replies for the next start. Call it when the core has closed its files, but before the folder is
   * unlocked.
   */
  save(replies: SavedReplies): void;
}

interface FirstViewOptions {
  /** The data folder. It must be locked, because another running app could change it. */
  readonly dataDir: string;
  /** Identifies the build. Another build may expect other replies. */
  readonly build: string;
  readonly nowMs: () => number;
  /** Whether to use the saved replies. They are removed in any case. */
  readonly isUsed: boolean;
}

/** Reads and removes the replies that were saved when the app was last closed. */
export function createFirstView({ dataDir, build, nowMs, isUsed }: FirstViewOptions): FirstView {
  const state = (): string => describeState({ dataDir, build, nowMs });
  const saved = isUsed ? readSaved(dataDir, state) : [];
  // If the file cannot be removed, it could outlive a change of the data, so it is not used.
  const replies = new Map(removeFirstView(dataDir) ? withKeys(saved) : []);
  const unused = new Set(replies.keys());
  let isShown = replies.size === 0;
  let wasUsed = false;
  let onShown = (): void => undefined;
  const finish = (): void => {
    isShown = true;
    replies.clear();
    onShown();
  };
  const recorder = createRecorder();
  return {
    answer: (core) => (channel, input) => {
      const key = keyOf(channel, input);
      if (channel === IDLE_CHANNEL) finish();
      recorder.record(key, channel, input);
      const reply = key === null ? undefined : replies.get(key);
      if (key === null || reply === undefined) return core(channel, input);
      wasUsed = true;
      unused.delete(key);
      if (unused.size === 0) finish();
      return Promise.resolve(reply);
    },
    whenShown: () =>
      new Promise((resolve) => {
        if (isShown) return resolve();
        const timer = setTimeout(finish, SHOWN_MAX_MS);
        onShown = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wasUsed: () => wasUsed,
    collect: recorder.collect,
    save: (collected) => {
      removeFirstView(dataDir);
      if (collected.length > 0) writeSaved(dataDir, state, collected);
    },
  };
}

const withKeys = (saved: SavedReplies): [key: string, reply: Reply][] =>
  saved.flatMap(({ channel, input, reply }) => {
    const key = keyOf(channel, input);
    return key === null ? [] : [[key, reply] as [string, Reply]];
  });

/** Records the requests with which the page starts, and asks the core for their replies when the app closes. */
function createRecorder() {
  const requests = new Map<string, { readonly channel: string; readonly input: unknown }>();
  let isRecording = true;
  return {
    /** Records a request of the first view. Ignores all requests once the page has been idle. */
    record(key: string | null, channel: unknown, input: unknown): void {
      isRecording &&= channel !== IDLE_CHANNEL && requests.size < REPLIES_MAX;
      if (isRecording && key !== null) requests.set(key, { channel: String(channel), input });
    },
    async collect(core: Dispatch): Promise<SavedReplies> {
      const replies = await Promise.all(
        [...requests.values()].map(async (request) => ({
          ...request,
          reply: await core(request.channel, request.input),
        })),
      );
      return replies.flatMap(({ reply, ...request }) => (reply.ok ? { ...request, reply } : []));
    },
  };
}

/**
 * Removes the saved replies. Also call it at a start that does not use them, because the data may then change.
 *
 * @returns whether they are gone
 */
export function removeFirstView(dataDir: string): boolean {
  try {
    rmSync(join(dataDir, FILE), { force: true });
    return true;
  } catch {
    return false;
  }
}

/** Returns a key that identifies a request of the first view; null for all other requests. */
function keyOf(channel: unknown, input: unknown): string | null {
  if (!FIRST_VIEW_CHANNELS.has(channel)) return null;
  try {
    return JSON.stringify([channel, input]);
  } catch {
    // Only an input that the core refuses cannot be serialised.
    return null;
  }
}

/**
 * Describes everything on which the replies depend: the build, the local date, the date in UTC, at which the service
 * resets budgets, and the metadata of the settings and of all workspaces' files, which changes with every write. Missing and empty files are left out, because SQLite may remove an empty WAL only when
 * the process exits.
 */
function describeState({ dataDir, build, nowMs }: Omit<FirstViewOptions, 'isUsed'>): string {
  const workspaces = namesIn(join(dataDir, 'workspaces')).map((name) => join('workspaces', name));
  const ofWorkspaces = workspaces.flatMap((folder) =>
    namesIn(join(dataDir, folder)).flatMap((name) => (DATA_FILE.test(name) ? [join(folder, name)] : [])),
  );
  const files = ['settings.json', ...ofWorkspaces].flatMap((path) => {
    const metadata = readFileMetadata(join(dataDir, path));
    if (metadata === null || metadata.bytes === '0') return [];
    return [[path, ...Object.values(metadata)].join(' ')];
  });
  const ms = nowMs();
  return [build, localDate(ms), new Date(ms).toISOString().slice(0, 10), ...files.toSorted()].join('\n');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns an empty array if nothing was saved, or if the saved replies may be out of date. */
function readSaved(dataDir: string, currentState: () => string): SavedReplies {
  try {
    const saved = savedSchema.parse(JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')));
    return saved.state === currentState() ? saved.replies : [];
  } catch {
    return [];
  }
}

function writeSaved(dataDir: string, currentState: () => string, replies: SavedReplies): void {
  try {
    const saved: Saved = { state: currentState(), replies };
    writeFileSync(join(dataDir, FILE), JSON.stringify(saved), { mode: 0o600 });
  } catch {
    // The disk may be full. The next start then waits for the core. An incomplete file is not valid JSON.
  }
}
