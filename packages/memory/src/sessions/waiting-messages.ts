import type { MemoryOptions } from '../options.ts';
import { isOutage, isStoreFailure, messageOf } from '../errors.ts';
import type { Clock, Log } from '../ports.ts';
import type { StoredMessage, TurnLease } from '../store/messages.ts';
import type { Session } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { MessageJournal } from './message-journal.ts';
import type { SessionIdentity } from './requests.ts';

/** What an outage left to do, for all users of a memory. */
export type Outage = {
  /** Why the last replay of the journal failed. */
  problem: string | null;
  /** Sessions that are to be created with their first message, by user and id: some were opened while the store was away. */
  unopened: Map<string, { opening: Opening; noteOpened: () => Promise<unknown>; hasMessages: boolean }>;
};

export type Opening = SessionIdentity & Pick<Session, 'metadata' | 'parent'>;

/**
 * `number` is null while the message waits in the journal, and so is `forgotten`: how many memories were ever forgotten, so that
 * callers know when to reread cached texts. `isNew` is false for an id that was stored before.
 */
export type Stored = { id: string; number: number | null; isNew: boolean; forgotten: number | null };

type Entry = { session: JournalEntry['session']; messages: StoredMessage[] };

type Dependencies = {
  /** Entries of the journal may be another user's. */
  storeOf: (user: string) => Store;
  outage: Outage;
  clock: Clock;
  options: MemoryOptions;
  /** Holds messages while the store is down; null: `append` throws then. */
  journal: MessageJournal | null;
  log: Log;
  /** Called after messages were stored. */
  onStored: () => void;
};

/** The key of a session in `unopened`. */
export const keyOf = (user: string, id: string): string => `${user}/${id}`;

/** Stores messages, or lets them wait in the journal while the store is away. */
export function createWaitingMessages({
  storeOf,
  outage,
  clock,
  options,
  journal,
  log,
  onStored,
}: Dependencies) {
  const { unopened } = outage;
  const { idle, every } = options.extraction;

  /** Creates a session that the store does not have yet. */
  async function openLate({ id, user: owner }: Entry['session']): Promise<void> {
    const late = unopened.get(keyOf(owner, id));
    if (!late) return;
    await storeOf(owner).openSession(late.opening);
    await late.noteOpened();
    unopened.delete(keyOf(owner, id));
  }

  async function storeEntry({ session, messages }: Entry, turn: TurnLease | null = null): Promise<Stored[]> {
    await openLate(session);
    const stored = await storeOf(session.user).appendMessages(session.id, messages, {
      project: session.project,
      ...{ idleSeconds: idle, every, turn },
    });
    onStored();
    return stored.map(({ id, number, isNew, forgotten }) => ({ id, number, isNew, forgotten }));
  }

  async function wait(into: MessageJournal, entry: JournalEntry): Promise<Stored[]> {
    await into.append(entry);
    log.warn({ session: entry.session.id }, 'the store takes no messages; they wait in the journal');
    return entry.messages.map(({ id }) => ({ id, number: null, isNew: true, forgotten: null }));
  }

  async function append(entry: Entry, turn: TurnLease | null): Promise<Stored[]> {
    const late = unopened.get(keyOf(entry.session.user, entry.session.id));
    if (late && entry.messages.length > 0) late.hasMessages = true;
    const arrivedAt = clock.now();
    const timed = () => ({
      ...entry,
      messages: entry.messages.map((message) => ({ ...message, createdAt: message.createdAt ?? arrivedAt })),
    });
    if (journal?.isWaiting) await replay();
    // a new message must not overtake a waiting one
    if (journal?.isWaiting) return wait(journal, timed());
    try {
      return await storeEntry(entry, turn);
    } catch (error) {
      if (!journal || !isStoreFailure(error)) throw error;
      return wait(journal, timed());
    }
  }

  /** Whether the session was deleted after these messages: by another process, which could reach the store. */
  async function wasDeletedSince({ session, messages }: JournalEntry): Promise<boolean> {
    const events = await storeOf(session.user).listMemoryEvents(session.id);
    return events.some(
      ({ action, at }) => action === 'forgotten' && messages.every(({ createdAt }) => createdAt <= at),
    );
  }

  /** Never throws: messages that cannot be stored now stay in the journal, without stopping a chat or the start. */
  async function replay(): Promise<void> {
    if (!journal) return;
    try {
      const { stored, putAside } = await journal.replay(async (entry) => {
        if (await wasDeletedSince(entry)) {
          log.info({ session: entry.session.id }, 'messages of a session that was deleted are dropped');
          return false;
        }
        // the session may have begun during the outage
        const { user: owner, ...session } = entry.session;
        if (!unopened.has(keyOf(owner, session.id)))
          await storeOf(owner).openSession({ ...session, metadata: {} });
        return storeEntry(entry);
      });
      outage.problem = null;
      if (stored > 0) log.info({ count: stored }, 'messages of the journal are stored');
      if (putAside > 0) {
        const { folder } = journal.refused;
        log.error(
          { count: putAside, folder },
          'messages of the journal are refused by the store, and put aside',
        );
      }
    } catch (error) {
      const text = messageOf(error);
      if (!isOutage(error) && outage.problem !== text) {
        log.error({ err: error }, 'the journal cannot be stored; it is tried again');
      }
      outage.problem = text;
    }
  }

  return { append, replay };
}
