/** Reports whether the core is reachable. In Electron, it always is. */
export interface Link {
  readonly isUp: () => boolean;
  /**
   * Whether the loopback shell refused this tab. If so, the tab does not reconnect, and the user must open a
   * new address.
   */
  readonly isSignedOut: () => boolean;
  /**
   * Adds a listener for changes to the connection.
   *
   * @returns a function that removes the listener
   */
  readonly onChange: (listener: (up: boolean) => void) => () => void;
}

export const alwaysConnected: Link = {
  isUp: () => true,
  isSignedOut: () => false,
  onChange: () => () => undefined,
};
