import { FuseV1Options, FuseVersion, type FuseV1Config } from '@electron/fuses';

/** Every fuse by name. A fuse that a new Electron adds is a compile error until it is set here. */
export type Fuses = Readonly<Record<keyof typeof FuseV1Options, boolean>>;

export const FUSES: Fuses = {
  // The app must not be usable as a Node runtime.
  RunAsNode: false,
  // The app has no cookies; if there were any, they would be encrypted.
  EnableCookieEncryption: true,
  // Nothing outside the package may change the behaviour of its Node.
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  // macOS and Windows verify the archive against the signature; Linux cannot.
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  // The app has no V8 snapshot to load.
  LoadBrowserProcessSpecificV8Snapshot: false,
  // Pages come from `app://`; `file:` gets no extra privileges.
  GrantFileProtocolExtraPrivileges: false,
  // Electron's default: WebAssembly uses trap handlers.
  WasmTrapHandlers: true,
};

/** The fuses in the order of the fuse wire. */
export const FUSE_NAMES = Object.keys(FUSES)
  .filter(isFuse)
  .sort((a, b) => FuseV1Options[a] - FuseV1Options[b]);

function isFuse(name: string): name is keyof Fuses {
  return Object.hasOwn(FuseV1Options, name);
}

/**
 * The configuration for `flipFuses`. A runtime older than a fuse has a shorter wire and gets only the fuses it
 * knows; the caller reports this.
 * @param known number of fuses on the runtime's wire
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
