import type { Handlers } from '../../../../shared/contract/index.ts';
import type { Assistants } from '../../assistants/assistants.ts';

export function createAssistantsHandlers(assistants: Assistants): Handlers['assistants'] {
  const { status } = assistants;
  return {
    status,
    turnOn: async () => {
      await assistants.turnOn();
      return status();
    },
    turnOff: async () => {
      await assistants.turnOff();
      return status();
    },
    addClient: (client) => ({ added: assistants.addClient(client), status: status() }),
    setPermissions: ({ clientId, permissions }) => {
      assistants.setPermissions(clientId, permissions);
      return status();
    },
    setPlace: ({ clientId, place }) => {
      assistants.setPlace(clientId, place);
      return status();
    },
    revoke: ({ clientId }) => {
      assistants.revoke(clientId);
      return status();
    },
    pauseAll: () => {
      assistants.setPaused(true);
      return status();
    },
    resume: () => {
      assistants.setPaused(false);
      return status();
    },
    setCaps: (caps) => {
      assistants.setCaps(caps);
      return status();
    },
    companiesOfCall: ({ id }) => ({ companies: assistants.companiesOfCall(id) }),
    undo: ({ id }) => assistants.undo(id),
    log: ({ cursor, limit }) => assistants.log(cursor, limit),
  };
}
