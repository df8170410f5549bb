/** The environment variables with which electron-builder signs and, on macOS, notarises an installer. */
const REQUIRED: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  win32: ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
};

/**
 * Returns the required variables that are missing. Without them, electron-builder only prints a warning and
 * builds an unsigned installer, which macOS refuses to open.
 */
export const missingCredentials = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] =>
  (REQUIRED[platform] ?? []).filter((name) => (env[name] ?? '') === '');
