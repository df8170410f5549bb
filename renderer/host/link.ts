/** Whether the core can be reached. In Electron it always can: the window lives in the same process tree. */
export interface Link {
  readonly isUp: () => boolean;
  /** @returns its dispose. */
  readonly onChange: (listener: (up: boolean) => void) => () => void;
}

export const alwaysConnected: Link = { isUp: () => true, onChange: () => () => undefined };
