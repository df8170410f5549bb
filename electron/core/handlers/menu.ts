import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import type { SystemMenu } from '../ports.ts';

/** Handlers that put commands into the system menu. The chosen command is published with `onChosen`. */
export function createMenuHandlers(menu: SystemMenu | undefined, publish: Publish): Handlers['menu'] {
  let offered: ReadonlySet<string> = new Set();
  const chosen = (id: string): void => {
    // An open system menu may still contain a command that is no longer available.
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
