import { createTransfer } from '../src/maintenance/transfer.ts';
import { deleteSession } from '../src/memories/delete-session.ts';
import { forgetMessage } from '../src/memories/forget-message.ts';
import { forget } from '../src/memories/forget.ts';
import type { Store } from '../src/store/store.ts';
import { noJournal } from '../testing/no-journal.ts';

/** Export and import of a store, without a journal and listeners. */
export function transferOf(store: Store) {
  const forgetting = { store, journal: noJournal, onForgotten: () => {} };
  return createTransfer({
    store,
    signalJobs: () => {},
    of: () => ({
      memories: { get: store.getMemory, forget: (id) => forget(forgetting, id) },
      sessions: {
        get: store.getSession,
        messages: (id, after, limit) => store.listMessages(id, { after, limit }),
        forgetMessage: (sessionId, number) => forgetMessage(forgetting, { sessionId, number }),
        delete: (id) =>
          deleteSession(
            {
              ...forgetting,
              storeContexts: async () => {},
              dropRefused: async () => {},
              onDeleted: () => {},
            },
            id,
          ),
      },
    }),
  });
}
