import { FuseV1Options, FuseVersion, type FuseV1Config } from '@electron/fuses';

/** Every fuse by name: one that a new Electron adds does not compile until it is stated here. */
export type Fuses = Readonly<Record<keyof typeof FuseV1Options, boolean>>;

export const FUSES: Fuses = {
  // The app is not a Node that others may run.
  RunAsNode: false,
  // There are no cookies; were there any, they would not lie open.
  EnableCookieEncryption: true,
  // Nothing outside the package decides how its Node behaves.
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  // macOS and Windows compare the archive with what was signed; Linux cannot.
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  // There is no snapshot of its own to load.
  LoadBrowserProcessSpecificV8Snapshot: false,
  // Pages come from `app://`; `file:` gets nothing that another origin does not.
  GrantFileProtocolExtraPrivileges: false,
  // Electron's default: WebAssembly traps by signal.
  WasmTrapHandlers: true,
};

/** The order of a runtime's fuse wire. */
export const FUSE_NAMES = Object.keys(FUSES)
  .filter(isFuse)
  .sort((a, b) => FuseV1Options[a] - FuseV1Options[b]);

function isFuse(name: string): name is keyof Fuses {
  return Object.hasOwn(FuseV1Options, name);
}

/**
 * What `flipFuses` takes. A runtime older than a fuse has a shorter wire: it gets what it knows, and the caller says so.
 * @param known how many fuses the runtime's wire holds
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
