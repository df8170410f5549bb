import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import type { SystemMenu } from '../ports.ts';

/** Sends the available commands to the system menu and publishes the chosen one. */
export function createMenuHandlers(menu: SystemMenu | undefined, publish: Publish): Handlers['menu'] {
  let offered: ReadonlySet<string> = new Set();
  const chosen = (id: string): void => {
    // An open menu may offer a command that is no longer available.
    if (offered.has(id)) publish('menu', 'onChosen', { id });
  };
  return {
    offer: ({ items }) => {
      if (menu === undefined) return { shown: false };
      offered = new Set(items.map(({ id }) => id));
      menu.show(items, chosen);
      return { shown: true };
    },
  };
}
