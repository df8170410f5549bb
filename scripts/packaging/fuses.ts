import { FuseV1Options, FuseVersion, type FuseV1Config } from '@electron/fuses';

/**
 * The state of every fuse, by name. If a new version of Electron adds a fuse, this code does not compile
 * until `FUSES` sets it.
 */
export type Fuses = Readonly<Record<keyof typeof FuseV1Options, boolean>>;

export const FUSES: Fuses = {
  // Disables `ELECTRON_RUN_AS_NODE`, so the app cannot be used as a Node.js runtime.
  RunAsNode: false,
  // The app sets no cookies. If a future version sets any, they will be encrypted.
  EnableCookieEncryption: true,
  // Environment variables and command-line arguments must not affect Node.js in the app.
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  // macOS and Windows check the app's archive for changes. Linux does not support this check.
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  // The app does not load a V8 snapshot.
  LoadBrowserProcessSpecificV8Snapshot: false,
  // Pages are served from `app://`, so `file:` needs no extra privileges.
  GrantFileProtocolExtraPrivileges: false,
  // Electron's default: WebAssembly uses trap handlers.
  WasmTrapHandlers: true,
};

/** The names of the fuses, in the order in which the executable stores them (the "fuse wire"). */
export const FUSE_NAMES = Object.keys(FUSES)
  .filter(isFuse)
  .sort((a, b) => FuseV1Options[a] - FuseV1Options[b]);

function isFuse(name: string): name is keyof Fuses {
  return Object.hasOwn(FuseV1Options, name);
}

/**
 * Returns the configuration for `flipFuses`. An older runtime may lack some fuses. These are omitted, and
 * `afterPack` reports them.
 * @param known the number of fuses in the runtime
 */
export function fuseConfig(fuses: Fuses, known = FUSE_NAMES.length): FuseV1Config {
  const { RunAsNode, ...rest } = FuseV1Options;
  const all = {
    [RunAsNode]: fuses.RunAsNode,
    [rest.EnableCookieEncryption]: fuses.EnableCookieEncryption,
    [rest.EnableNodeOptionsEnvironmentVariable]: fuses.EnableNodeOptionsEnvironmentVariable,
    [rest.EnableNodeCliInspectArguments]: fuses.EnableNodeCliInspectArguments,
    [rest.EnableEmbeddedAsarIntegrityValidation]: fuses.EnableEmbeddedAsarIntegrityValidation,
    [rest.OnlyLoadAppFromAsar]: fuses.OnlyLoadAppFromAsar,
    [rest.LoadBrowserProcessSpecificV8Snapshot]: fuses.LoadBrowserProcessSpecificV8Snapshot,
    [rest.GrantFileProtocolExtraPrivileges]: fuses.GrantFileProtocolExtraPrivileges,
    [rest.WasmTrapHandlers]: fuses.WasmTrapHandlers,
  };
  if (known >= FUSE_NAMES.length)
    return {
      version: FuseVersion.V1,
      resetAdHocDarwinSignature: true,
      strictlyRequireAllFuses: true,
      ...all,
    };
  const fewer = Object.fromEntries(Object.entries(all).filter(([option]) => Number(option) < known));
  return { version: FuseVersion.V1, ...fewer };
}
