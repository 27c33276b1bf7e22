import { randomUUID } from 'node:crypto';
import type { Applied } from '../src/store/decisions.ts';
import type { MemoryRecord, StoredCandidate } from '../src/store/memories.ts';
import { createStore, type Store } from '../src/store/store.ts';
import type { Actor, Decision } from '../src/types.ts';
import type { OpenTestDatabase, TestDatabase } from '../testing/reused-stores.ts';

export const user: Actor = { kind: 'user', id: null };
export const start = new Date('2026-03-01T12:00:00.000Z');
export const daysAfter = (days: number): Date => new Date(start.getTime() + days * 86_400_000);

export type OpenMemories = OpenTestDatabase & {
  memories: Store;
  jobs: Store;
  sessions: Store;
  /** Stores a statement by `remember` and returns the row. */
  add(statement: StoredCandidate): Promise<MemoryRecord>;
  get(id: string): Promise<MemoryRecord>;
  /** The actions of a memory's history, oldest first. */
  actions(id: string): Promise<string[]>;
  /** Applies decisions as a job of their own would. */
  apply(candidates: StoredCandidate[], decisions: ShortDecision[]): Promise<Applied[]>;
  applyDecisionToStored(memoryId: string, decision: ShortDecision): Promise<Applied>;
};

export type ShortDecision = Omit<Decision, 'candidate' | 'reason'> & { candidate?: number; reason?: string };

/** A store whose clock stands at `start`, with what tests of memories do again and again. */
export async function openMemories(testDatabase: TestDatabase): Promise<OpenMemories> {
  const store = await testDatabase.open();
  const memories = createStore(store.database);
  const jobs = createStore(store.database);
  await store.setNow(start);

  const get = async (id: string) => {
    const memory = await memories.getMemory(id);
    if (memory === null) throw new Error(`there is no memory ${id}`);
    return memory;
  };
  const claimNew = async () => {
    const made = await jobs.enqueueJob({
      kind: 'deduplicate',
      key: randomUUID(),
      payload: {},
      delaySeconds: -1e6,
    });
    const job = await jobs.claimJob('worker', 60, 8);
    if (job?.id !== made.id) throw new Error('another job was due first');
    return job;
  };

  return {
    ...store,
    memories,
    jobs,
    sessions: createStore(store.database),
    get,
    add: async (statement) => (await memories.remember(statement, user, 'the user said so')).memory,
    actions: async (id) => (await memories.listMemoryEvents(id)).map(({ action }) => action),
    async apply(candidates, decisions) {
      const job = await claimNew();
      return memories.applyDecisions({
        jobId: job.id,
        worker: 'worker',
        candidates,
        decisions: decisions.map((decision, index) => ({ candidate: index, reason: 'because', ...decision })),
        watermark: null,
        result: {},
      });
    },
    async applyDecisionToStored(memoryId, decision) {
      const job = await claimNew();
      return memories.applyDecisionToStored({
        jobId: job.id,
        worker: 'worker',
        memoryId,
        decision: { candidate: 0, reason: 'because', ...decision },
        result: {},
      });
    },
  };
}
