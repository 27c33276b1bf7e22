import { z } from 'zod';
import { compactionInput } from '../compaction/compaction.ts';
import { assembleInput } from '../context/assemble.ts';
import { assembledContext, sentContext } from '../context/context-log.ts';
import { contextListQuery } from '../context/contexts.ts';
import { gatherInput, readInput } from '../context/gather.ts';
import { documentListQuery, documentPart, ingestInput } from '../documents/documents.ts';
import { calibrateInput } from '../embeddings/calibrate.ts';
import * as fields from '../fields/fields.ts';
import { jsonValue } from '../fields/json-value.ts';
import { topicEdit } from '../focus/plan-edits.ts';
import { consolidateInput } from '../jobs/consolidation.ts';
import { importFiles, runOptions } from '../imports/imports.ts';
import { importInput } from '../imports/plan.ts';
import { jobListQuery } from '../jobs/job-runner.ts';
import { reembedInput } from '../maintenance/reembed.ts';
import { scrubInput } from '../maintenance/scrub.ts';
import { statsInput } from '../maintenance/stats.ts';
import { importLines, importOptions } from '../maintenance/transfer.ts';
import { eraseOptions, mappedImportInput, userListQuery } from '../maintenance/users.ts';
import { forgettableInput } from '../memories/find-forgettable.ts';
import { keepInput } from '../memories/keep.ts';
import { memoryChange, memoryListQuery, relationOfTwo } from '../memories/memories.ts';
import { statedInput } from '../memories/remember-stated.ts';
import { rememberInput } from '../memories/remember.ts';
import { forgottenMemory } from '../memories/take-back.ts';
import type { Memory, UserMemory } from '../memory-interface.ts';
import { graphInput } from '../projects/project-graph.ts';
import { explainInput } from '../retrieval/explain.ts';
import { recallInput } from '../retrieval/recall.ts';
import { relatedSessionsInput } from '../retrieval/related-sessions.ts';
import { searchStoresInput } from '../retrieval/search-stores.ts';
import { searchInput } from '../retrieval/search.ts';
import { postedMessage } from '../sessions/posted-conversation.ts';
import {
  addInput,
  appendOptions,
  extractFromInput,
  givenMessage,
  openInput,
  sessionChange,
  sessionIdentity,
  sessionListQuery,
  stateKey,
  userAddInput,
} from '../sessions/requests.ts';
import { handoffInput } from '../sharing/handoff.ts';
import { publishInput, sharedContextInput, sharedListQuery, subscribeInput } from '../sharing/shared.ts';
import { idKinds } from '../store/ids.ts';
import { projectPatch } from '../store/projects.ts';
import type { Forms } from './check-calls.ts';

const { id, flag, amount, whole, count, moment, project, key, reason, actor } = fields;
const text = z.string();
const byId = { id };
const changeOf = { id, reason, actor };

/** The parameters of every method of a user's memory. `checkCalls` validates the arguments by them. */
export const userForms = {
  onEvent: null,
  for: null,
  withSignal: null,

  recall: { input: recallInput },
  explain: { input: explainInput },
  search: { input: searchInput },
  searchStores: { input: searchStoresInput },

  add: { messages: postedMessage.array(), input: addInput.optional() },
  remember: { input: rememberInput },
  rememberAll: { inputs: rememberInput.array() },
  rememberStated: { input: statedInput },
  forgettable: { input: forgettableInput },
  keep: { input: keepInput },

  memories: {
    get: byId,
    list: { query: memoryListQuery.optional() },
    update: { id, change: memoryChange, reason, actor, unchangedSince: moment.nullish() },
    takeBack: { forgotten: forgottenMemory, actor },
    forget: { id, what: z.strictObject({ messages: flag }).optional(), actor },
    countForgotten: null,
    invalidate: changeOf,
    restore: changeOf,
    history: byId,
    undo: { id, reason, actor, eventId: z.int().nullish() },
    relate: { relation: relationOfTwo, actor },
    unrelate: { relation: relationOfTwo, actor },
    related: { id, project: project.optional() },
  },
  graph: { input: graphInput },
  findIds: {
    kind: z.enum(idKinds),
    beginning: z.string().regex(/^[\da-f-]*$/i, { error: 'needs hexadecimal digits and dashes' }),
    limit: whole.min(0),
  },

  documents: {
    ingest: { input: ingestInput },
    list: { query: documentListQuery.optional() },
    find: { path: text, project },
    read: { id, part: documentPart.optional() },
    delete: byId,
  },

  projects: {
    list: { query: z.strictObject({ archived: flag }).optional() },
    get: { name: text },
    keepName: { name: text },
    save: { name: text, patch: projectPatch },
  },

  sessions: {
    open: { input: openInput },
    get: byId,
    list: { query: sessionListQuery.optional() },
    update: { id, change: sessionChange },
    setState: { id, key: stateKey, value: jsonValue.optional() },
    append: { session: sessionIdentity, messages: givenMessage.array(), options: appendOptions.optional() },
    renewTurn: { sessionId: id, holder: key },
    flush: null,
    messages: {
      sessionId: id,
      after: count,
      limit: z.union([z.int().min(0), z.literal(Infinity)]).optional(),
    },
    pinned: { sessionId: id, through: whole },
    pin: { sessionId: id, number: whole, pinned: z.boolean() },
    forgetMessage: { sessionId: id, number: whole, actor },
    delete: { id, actor },
    end: { id, options: z.strictObject({ now: flag }).optional() },
    extract: byId,
    extractFrom: { input: extractFromInput },
    related: { input: relatedSessionsInput },
    handoff: { from: id, input: handoffInput },
  },

  contexts: {
    read: { input: readInput },
    gather: { input: gatherInput },
    assemble: { input: assembleInput },
    keep: { context: assembledContext, sent: sentContext },
    flush: null,
    list: { query: contextListQuery.optional() },
    get: byId,
    diff: { before: id, after: id },
    replay: { id, options: z.strictObject({ retrieve: flag }).optional() },
    choices: { sessionId: id },
    chooseMemories: {
      sessionId: id,
      list: z.enum(['pinned', 'excluded']),
      ids: id.array(),
      chosen: z.boolean(),
    },
    hideMessages: { sessionId: id, numbers: whole.array(), hidden: z.boolean() },
    setShares: { sessionId: id, shares: z.record(text, z.number()) },
  },
  compaction: {
    compactIfNeeded: { input: compactionInput },
    notice: null,
  },
  memoryFile: { sync: null, notice: null },
  focus: {
    noteStep: null,
    idle: null,
    notice: null,
    block: { project, options: z.strictObject({ budgetTokens: amount }).optional() },
    strongest: { project, count: z.int().min(0) },
    sync: { input: z.strictObject({ project }) },
    write: { input: z.strictObject({ project }) },
    list: { project },
    edit: {
      project,
      topics: topicEdit.array(),
      options: z.strictObject({ asOf: moment.nullish() }).optional(),
    },
    clear: { project, topic: text.nullable() },
  },

  shared: {
    publish: { key: text, value: jsonValue, input: publishInput },
    get: { key: text, input: z.strictObject({ project }) },
    list: { query: sharedListQuery },
    subscribe: { input: subscribeInput, listener: fields.callback() },
    contextFor: { task: text, input: sharedContextInput },
  },

  imports: {
    plan: { files: importFiles, input: importInput, options: runOptions.optional() },
    run: { files: importFiles, input: importInput, options: runOptions.optional() },
    list: null,
    undo: changeOf,
  },
  jobs: {
    list: { query: jobListQuery.optional() },
    get: byId,
    undo: changeOf,
    retry: byId,
  },
  stats: { input: statsInput.optional() },
} satisfies Forms<Omit<UserMemory, 'timeZone' | 'user' | 'categories'>>;

/** The same, and those of the operator. */
export const callForms = {
  ...userForms,
  as: null,
  within: null,
  add: { messages: postedMessage.array(), input: userAddInput.optional() },
  notices: null,
  close: null,
  start: null,
  projects: {
    ...userForms.projects,
    delete: { name: text, confirmation: z.strictObject({ confirm: text }), actor },
  },
  sessions: { ...userForms.sessions, journal: null, endOrphaned: null },
  jobs: {
    ...userForms.jobs,
    runOnce: null,
    runNow: { id, onProgress: fields.onProgress },
    drain: null,
    retryFailed: null,
    count: null,
    stop: null,
    onEnqueued: null,
    onEnded: null,
  },
  decay: { run: null, missed: { since: moment.optional() } },
  consolidate: { input: consolidateInput },
  consolidation: { enqueueAll: null, missed: { since: moment.optional() } },

  scrub: { input: scrubInput.optional() },
  users: {
    list: { query: userListQuery.optional() },
    import: { files: importFiles, input: mappedImportInput, options: runOptions.optional() },
    export: null,
    erase: { user: text, options: eraseOptions.optional(), actor },
  },
  transfer: { export: null, import: { lines: importLines, options: importOptions.optional() } },
  reembed: { input: reembedInput.optional() },
  calibrate: { input: calibrateInput.optional() },
} satisfies Forms<Omit<Memory, 'store' | 'timeZone' | 'user' | 'categories'>>;
