import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import { registerCaller } from './caller.ts';
import { registerFocus } from './focus.ts';
import { registerHealth } from './health.ts';
import { registerChanges } from './memory/changes.ts';
import { registerContexts } from './memory/contexts.ts';
import { registerDocuments } from './memory/documents.ts';
import { registerImports } from './memory/imports.ts';
import { registerJobs } from './memory/jobs.ts';
import { registerMemoryList } from './memory/list.ts';
import { registerMemory } from './memory/one.ts';
import { registerRelations } from './memory/relations.ts';
import { registerRelevant } from './memory/relevant.ts';
import { registerMemorySaving } from './memory/save.ts';
import { registerMemorySearch } from './memory/search.ts';
import { registerSessionChoices } from './memory/session-choices.ts';
import { registerSessions } from './memory/sessions.ts';
import { registerShared } from './memory/shared.ts';
import { registerTransfer } from './memory/transfer.ts';
import { registerTurnRecall } from './memory/turn-recall.ts';
import { registerUpkeep } from './memory/upkeep.ts';
import { registerProjects } from './projects.ts';
import { registerModel } from './model.ts';
import { registerUsers } from './users.ts';
import { describing, type Served } from './routes.ts';
import { createStreamLines } from './stream-lines.ts';

/** With the tag of their routes, unless a route names another. */
const subjects = [
  ['server', registerHealth],
  ['server', registerCaller],
  ['server', registerModel],
  ['focus', registerFocus],
  ['projects', registerProjects],
  ['memories', registerMemoryList],
  ['memories', registerChanges],
  ['search', registerMemorySearch],
  ['search', registerRelevant],
  ['memories', registerMemorySaving],
  ['memories', registerMemory],
  ['memories', registerRelations],
  ['sessions', registerSessions],
  ['sessions', registerTurnRecall],
  ['contexts', registerContexts],
  ['contexts', registerSessionChoices],
  ['shared', registerShared],
  ['documents', registerDocuments],
  ['imports', registerImports],
  ['jobs', registerJobs],
  ['upkeep', registerUpkeep],
  ['upkeep', registerTransfer],
  ['upkeep', registerUsers],
] as const;

/** Every HTTP route of a memory. docs/http.md is the tour, apps/api/openapi.json the reference. */
export function registerRoutes(
  app: FastifyInstance,
  {
    memory,
    openapi,
    ...given
  }: Omit<Served, 'operators' | 'streamLines'> & { memory: Memory; openapi: boolean },
): void {
  const served = { ...given, operators: memory, streamLines: createStreamLines(app) };
  for (const [tag, register] of subjects) {
    app.register(async (scope) => register(describing(scope, tag, !openapi), served));
  }
}
