import type { Handlers, Publish } from '../../../shared/contract.ts';
import type { SystemMenu } from '../ports.ts';

/** Carries what can be done now to the system's menu, and what is chosen there back. */
export function createMenuService(menu: SystemMenu | undefined, publish: Publish): Handlers['menu'] {
  let offered: ReadonlySet<string> = new Set();
  const chosen = (id: string): void => {
    // A menu that is still open may offer what is gone by now.
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
