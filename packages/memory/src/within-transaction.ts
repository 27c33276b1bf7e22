import { checkSettings } from './calls/check-calls.ts';
import { withMethods } from './calls/settings-form.ts';
import type { Engine } from './engine.ts';
import { MemoryError, messageOf } from './errors.ts';
import { notingChanges } from './memory-file/noting-changes.ts';
import type { TransactionMemory, UserMemory } from './memory-interface.ts';
import type { Database, Transaction, TransactionClient } from './ports.ts';
import { createStore } from './store/store.ts';

type Dependencies = {
  engine: Engine;
  transaction: Transaction;
  /** Tells the memory file, if the user has one, that memories changed. */
  noteChange: () => void;
  /** Wires the user's memory over an engine. */
  wire: (engine: Engine) => UserMemory;
};

/** Throws `invalid_input` for a store to which the host has no connections, and for what is no client. */
export function transactionOn({ kind, within }: Database, client: TransactionClient): Transaction {
  checkSettings(withMethods('query'), client, 'client');
  if (within) return within(client);
  throw new MemoryError(
    'invalid_input',
    `within: needs a store on a Postgres server, and this one is ${kind}`,
  );
}

/** The memory of a user within a transaction of the host's. What the rest of the process is told of waits for the commit. */
export function withinTransaction({
  engine,
  transaction,
  noteChange,
  wire,
}: Dependencies): TransactionMemory {
  let ending: Promise<boolean> | null = null;
  const { add, remember, rememberAll, search, memories } = wire({
    ...engine,
    storeOf: (user) => notingChanges(createStore(transaction, user), afterCommit(noteChange)),
    events: { ...engine.events, emit: (event) => afterCommit(() => engine.events.emit(event))() },
    signalJobs: afterCommit(engine.signalJobs),
    noteUnembedded: afterCommit(engine.noteUnembedded),
    // messages of a transaction must not wait outside
    journal: null,
    outage: { problem: null, unopened: new Map() },
    focusFile: null,
    memoryFile: null,
  });
  const { get, list, update, invalidate, restore, history, relate, unrelate, related } = memories;
  return {
    ...{ add, remember, rememberAll, search },
    memories: { get, list, update, invalidate, restore, history, relate, unrelate, related },
  };

  /** The same action, which is done when the transaction was committed, and not at all when it was rolled back. */
  function afterCommit(act: () => void): () => void {
    return () => {
      ending ??= transaction.hasCommitted().finally(() => (ending = null));
      ending.then(
        (isCommitted) => isCommitted && act(),
        (error: unknown) =>
          engine.log.warn({ error: messageOf(error) }, 'it is not known how a transaction of the host ended'),
      );
    };
  }
}
