import type { Database } from '../ports.ts';
import { createCallFunction } from './call-function.ts';
import { consolidationMethods } from './consolidation.ts';
import { contextMethods } from './contexts.ts';
import { decisionMethods } from './decisions.ts';
import { documentMethods } from './documents.ts';
import { forgettingMethods } from './forgetting.ts';
import { graphMethods } from './graph.ts';
import { idMethods } from './ids.ts';
import { importMethods } from './imports.ts';
import { jobMethods } from './jobs.ts';
import { ledgerMethods } from './ledger.ts';
import { matchingMethods } from './matching.ts';
import { memoryMethods } from './memories.ts';
import { messageMethods } from './messages.ts';
import { projectMethods } from './projects.ts';
import { sessionMethods } from './sessions.ts';
import { settingMethods } from './settings.ts';
import { sharedMethods } from './shared.ts';
import { statsMethods } from './stats.ts';
import { textMethods } from './texts.ts';
import { keptPerDay, topicMethods } from './topics.ts';
import { transferMethods } from './transfer.ts';
import { upkeepMethods } from './upkeep.ts';
import { userMethods } from './users.ts';
import { onlyUser } from '../users.ts';

/**
 * Every call of the library to its database: one method is one SQL function of the same name in snake case, one round
 * trip, atomic; only `recall` is two, called at the same time. All of them act for one user: what others own does not exist for it. Topics keep `topicBase` of their strength per untouched day. Methods
 * throw what the database throws.
 */
export function createStore(database: Pick<Database, 'call'>, user = onlyUser, topicBase = keptPerDay) {
  const call = createCallFunction(database, user);
  return {
    ...memoryMethods(call),
    ...matchingMethods(call),
    ...decisionMethods(call),
    ...consolidationMethods(call),
    ...forgettingMethods(call),
    ...messageMethods(call),
    ...projectMethods(call),
    ...graphMethods(call),
    ...sessionMethods(call),
    ...idMethods(call),
    ...importMethods(call),
    ...jobMethods(call),
    ...topicMethods(call, topicBase),
    ...settingMethods(call),
    ...sharedMethods(call),
    ...ledgerMethods(call),
    ...statsMethods(call),
    ...textMethods(call),
    ...contextMethods(call),
    ...documentMethods(call),
    ...transferMethods(call),
    ...userMethods(call),
    ...upkeepMethods(call, topicBase),
  };
}

/** Stages take the methods that they call as a `Pick` of these. */
export type Store = ReturnType<typeof createStore>;
