import type { Clock, Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import { examine } from '../doctor.ts';
import { registerFocus } from './focus.ts';
import { registerHealth } from './health.ts';
import { registerDoctor } from './memory/doctor.ts';
import { registerIds } from './memory/ids.ts';
import { registerJobs } from './memory/jobs.ts';
import { registerMemoryList } from './memory/list.ts';
import { registerMemory } from './memory/one.ts';
import { registerRelations } from './memory/relations.ts';
import { registerRelevant } from './memory/relevant.ts';
import { registerMemorySaving } from './memory/save.ts';
import { registerMemorySearch } from './memory/search.ts';
import { registerSessionChanges } from './memory/session-changes.ts';
import { registerSessions } from './memory/sessions.ts';
import { registerStats } from './memory/stats.ts';
import { registerTransfer } from './memory/transfer.ts';
import { registerTurnRecall } from './memory/turn-recall.ts';
import { registerUpkeep } from './memory/upkeep.ts';
import { createStreamLines } from './stream-lines.ts';

type Dependencies = {
  memory: Memory;
  clock: Clock;
  info: { project: string | null; offline: boolean; models: string[]; degraded: () => string[] };
  /** Must be writable, by what they are for. */
  folders: Record<string, string>;
};

/** Every HTTP route but the websocket's. docs/http.md is the tour, apps/api/openapi.json the reference. */
export function registerRoutes(app: FastifyInstance, { memory, clock, info, folders }: Dependencies): void {
  const scope = { memory, ownProject: info.project };
  const streamLines = createStreamLines(app);
  registerHealth(app, memory, info);
  registerFocus(app, { ...scope, clock });
  registerMemoryList(app, scope);
  registerMemorySearch(app, scope);
  registerRelevant(app, scope);
  registerMemorySaving(app, scope);
  registerIds(app, { memory });
  registerMemory(app, { memory });
  registerRelations(app, { memory });
  registerSessions(app, scope);
  registerSessionChanges(app, { memory });
  registerTurnRecall(app, { memory });
  registerJobs(app, { memory });
  registerDoctor(app, () => examine({ memory, info, folders, now: () => clock.now() }));
  registerStats(app, { memory });
  registerUpkeep(app, { memory, streamLines });
  registerTransfer(app, { memory, streamLines });
}
