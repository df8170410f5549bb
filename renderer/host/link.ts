/** Reports whether the core can be reached. In Electron it always can. */
export interface Link {
  readonly isUp: () => boolean;
  /**
   * Adds a listener for changes of the connection.
   *
   * @returns a function that removes the listener
   */
  readonly onChange: (listener: (up: boolean) => void) => () => void;
}

export const alwaysConnected: Link = { isUp: () => true, onChange: () => () => undefined };
