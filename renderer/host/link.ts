/** Reports whether the core is reachable. In Electron, it always is. */
export interface Link {
  readonly isUp: () => boolean;
  /**
   * Adds a listener for changes to the connection.
   *
   * @returns a function that removes the listener
   */
  readonly onChange: (listener: (up: boolean) => void) => () => void;
}

export const alwaysConnected: Link = { isUp: () => true, onChange: () => () => undefined };
