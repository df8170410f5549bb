import type { App, Session, Shell } from 'electron';
import { createDownloadTransport } from '../../adapters/fetch-transport.ts';
import type { UpdateFeed, UpdatePorts, UpdateTarget } from '../../core/ports.ts';

/** The settings for updates that are built into the app (`scripts/packaging/update-feed.ts`). */
export interface BuiltUpdates {
  /** Null if this build has no address for updates. */
  readonly feed: UpdateFeed | null;
  readonly homepage: string | null;
}

interface UpdateParts {
  readonly built: BuiltUpdates;
  readonly app: Pick<App, 'getPath'>;
  readonly shell: Pick<Shell, 'openPath' | 'showItemInFolder'>;
  /** Creates the session for updates. Called only if the build has an address for updates. */
  readonly createSession: () => Pick<Session, 'fetch' | 'webRequest'>;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly isAppImage: boolean;
}

export function createUpdatePorts(parts: UpdateParts): UpdatePorts {
  const { built, app, shell, platform, arch } = parts;
  return {
    source: sourceOf(parts),
    homepage: built.homepage,
    target: { platform, arch, kind: kindOf(platform, parts.isAppImage) },
    folder: () => app.getPath('downloads'),
    openInstaller: async (path) => {
      const failure = await shell.openPath(path);
      if (failure === '') return true;
      shell.showItemInFolder(path);
      return false;
    },
    showInFolder: (path) => shell.showItemInFolder(path),
  };
}

function sourceOf({ built: { feed }, createSession }: UpdateParts): UpdatePorts['source'] {
  if (feed === null) return null;
  const { origin } = new URL(feed.url);
  const session = createSession();
  confineToOrigin(session, origin);
  return { feed, downloads: createDownloadTransport((url, init) => session.fetch(url, init), origin) };
}

/**
 * Cancels every request that the session would send to another server. The transport also has its own checks.
 */
export function confineToOrigin(session: Pick<Session, 'webRequest'>, origin: string): void {
  session.webRequest.onBeforeRequest(({ url }, callback) => {
    callback({ cancel: !url.startsWith(`${origin}/`) });
  });
}

function kindOf(platform: NodeJS.Platform, isAppImage: boolean): UpdateTarget['kind'] {
  if (platform === 'win32') return 'exe';
  if (platform === 'darwin') return 'dmg';
  return isAppImage ? 'appimage' : 'deb';
}
