import { z } from 'zod';
import type { Forms } from './check-calls.ts';
import { contextProfile } from '../context/profile.ts';
import { assembleInput, context, conversation } from './context-forms.ts';
import { jsonObject, jsonValue } from './json-value.ts';
import { memoryImportance, memoryTitle } from './memory-fields.ts';
import type { Memory } from '../memory.ts';
import { holdsSecret, redact } from '../redaction/redact.ts';
import { RedactedText } from '../redaction/redacted-text.ts';
import { storeNames } from '../retrieval/search-stores.ts';
import { postedMessage } from '../sessions/posted-conversation.ts';
import { contextBody } from '../store/contexts.ts';
import type { MemoryRecord } from '../store/memories.ts';
import { jobStatuses } from '../store/jobs.ts';
import { projectSettings } from '../store/projects.ts';
import {
  actorKinds,
  categories,
  memoryTypes,
  messageRoles,
  messageTypes,
  priorities,
  relationKinds,
  sources,
  trusts,
} from '../types.ts';

const text = z.string();
/** In lower case, as the store returns it. */
const id = z.guid({ error: 'needs an id, a UUID' }).toLowerCase();
const flag = z.boolean().optional();
const stateKey = text.refine((name) => name !== '__proto__', { error: 'is no key that is stored' });
/** Methods with a narrower range check it themselves. */
const amount = z.number().optional();
/** What the store counts up to. */
const whole = z.int32();
const count = whole.min(0).optional();
/** A position among shared values, which the store counts further. */
const position = z.int().min(0).optional();
/** Entries of a page. */
const page = z.int().min(1).max(1_000).optional();
/** Times that both the store's `timestamptz` and ISO 8601 with four-digit years can hold. */
const moment = z
  .date({ error: 'must be a valid Date' })
  .min(new Date('0001-01-01T00:00:00.000Z'), { error: 'must be after the year 0' })
  .max(new Date('9999-12-31T23:59:59.999Z'), { error: 'must be before the year 10000' });
const project = z.string().nullable();
const message = z.custom<string | RedactedText>(
  (value) => typeof value === 'string' || value instanceof RedactedText,
  { error: 'must be a text' },
);
const signal = z.instanceof(AbortSignal).optional();
const callback = z.custom<(...args: never[]) => unknown>((value) => typeof value === 'function', {
  error: 'must be a function',
});
const iterable = z.custom<Iterable<unknown> | AsyncIterable<unknown>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    (Symbol.iterator in value || Symbol.asyncIterator in value),
  { error: 'must be a list or an iterable' },
);
const object = z.custom<object>((value) => typeof value === 'object' && value !== null, {
  error: 'must be an object',
});
const memory = z.custom<MemoryRecord>(
  (value) => z.object({ content: text, namespace: text }).safeParse(value).success,
  { error: 'must be a memory, as it was read' },
);
/** A name or id chosen by the host. It is stored redacted. */
const label = z.string().transform(redact);
/** The same, for names that would no longer be unique after redaction. */
const key = z.string().refine(async (given) => !(await holdsSecret(given)), { error: 'holds a secret' });
/** The reason for a change. It stays in the history, redacted. */
const reason = z
  .string()
  .refine((given) => given.trim() !== '', { error: 'needs a reason' })
  .transform(redact);
const actor = z.strictObject({ kind: z.enum(actorKinds), id: label.nullable() }).optional();
const relations = z
  .strictObject({ kind: z.enum(relationKinds), to: id })
  .array()
  .optional();
const relation = z.strictObject({ fromId: id, kind: z.enum(relationKinds), toId: id });

const filter = z.strictObject({
  types: z.enum(memoryTypes).array().optional(),
  categories: z.enum(categories).array().optional(),
  tags: text.array().optional(),
  sources: z.enum(sources).array().optional(),
  priorities: z.enum(priorities).array().optional(),
  trusts: z.enum(trusts).array().optional(),
  pinned: flag,
  archived: flag,
  minImportance: memoryImportance.optional(),
  maxImportance: memoryImportance.optional(),
  sessionId: id.optional(),
  since: moment.optional(),
  until: moment.optional(),
  fadesBefore: moment.optional(),
  asOf: moment.optional(),
});

const described = {
  memoryType: z.enum(memoryTypes).optional(),
  category: z.enum(categories).optional(),
  tags: text.array().optional(),
  metadata: jsonObject.optional(),
};

const contextRead = {
  sessionId: id,
  project,
  agent: text.nullish(),
  profile: contextProfile,
  budget: z.number(),
};

const recall = z.strictObject({
  text: message,
  previous: text.array().optional(),
  project,
  agent: text.nullish(),
  sessionId: id.nullish(),
  topics: text.array().optional(),
  budgetTokens: amount,
  sourceTokens: amount,
  standingTokens: amount,
  exclude: id.array().optional(),
  told: text.array().optional(),
  hiddenMessages: whole.array().optional(),
  signal,
});

const identity = { id, project, agent: label };
const toolCall = z.strictObject({ id: text, name: text, arguments: text, extra: jsonObject.optional() });
/** A stored message, which has more fields, is accepted. */
const newMessage = z.object({
  id,
  role: z.enum(messageRoles),
  type: z.enum(messageTypes),
  content: text,
  toolCalls: toolCall.array(),
  toolCallId: text.nullable(),
  pinned: z.boolean(),
  metadata: jsonObject,
  createdAt: moment.nullish(),
});
const turn = z.strictObject({ holder: key, is: z.enum(['beginning', 'ending']) });

const run = { onProgress: callback.optional(), signal };
const byId = { id };
const changeOf = { id, reason, actor };

/** The parameters of every method of a memory. `checkCalls` validates the arguments by them. */
export const callForms = {
  notices: null,
  onEvent: null,
  close: null,

  recall: { input: recall.extend({ preview: flag }) },
  explain: { input: recall.extend({ memoryId: id }) },
  search: {
    input: z.strictObject({
      text,
      project: project.optional(),
      agent: text.nullish(),
      sessionId: id.nullish(),
      namespaces: text.array().optional(),
      limit: amount,
      filter: filter.optional(),
      exclude: id.array().optional(),
      since: moment.optional(),
      until: moment.optional(),
      asOf: moment.optional(),
      forPrompt: flag,
      messages: flag,
      signal,
    }),
  },
  searchStores: {
    input: z.strictObject({ text, project, stores: z.enum(storeNames).array(), limit: amount, signal }),
  },

  remember: {
    input: z.strictObject({
      ...described,
      content: text,
      namespace: text.optional(),
      about: z.enum(['user', 'project']).optional(),
      project: project.optional(),
      sessionId: id.nullish(),
      messageNumber: whole.min(1).nullish(),
      messageText: message.optional(),
      title: memoryTitle.optional(),
      importance: memoryImportance.optional(),
      relations,
      expiresAt: moment.nullish(),
      reason: reason.optional(),
    }),
  },
  rememberStated: {
    input: z.strictObject({
      text: message,
      project,
      sessionId: id,
      messageNumber: whole.min(1).nullable(),
    }),
  },
  forgettable: {
    input: z.strictObject({
      request: z.strictObject({
        what: z.enum(['statement', 'subject', 'named', 'user', 'last']),
        about: text,
        isClear: z.boolean(),
        isAll: z.boolean(),
        language: z.enum(['en', 'de', 'th']),
      }),
      project,
      sessionId: id,
      number: whole.nullable(),
    }),
  },
  keep: {
    input: z.strictObject({
      ...described,
      content: text,
      sessionId: id,
      project,
      about: z.enum(['user', 'project', 'self']).optional(),
      agent: text.optional(),
      relations,
    }),
  },

  memories: {
    get: byId,
    list: {
      query: z
        .strictObject({
          project: project.optional(),
          namespaces: text.array().optional(),
          includeInvalid: flag,
          filter: filter.optional(),
          after: id.optional(),
          limit: count,
        })
        .optional(),
    },
    update: {
      id,
      change: z.strictObject({
        ...described,
        content: text.optional(),
        title: memoryTitle.nullish(),
        namespace: text.optional(),
        priority: z.enum(priorities).optional(),
        importance: memoryImportance.optional(),
        pinned: flag,
        expiresAt: moment.nullish(),
      }),
      reason,
      actor,
      unchangedSince: moment.nullish(),
    },
    takeBack: { forgotten: memory, actor },
    forget: { id, what: z.strictObject({ messages: flag }).optional(), actor },
    countForgotten: null,
    invalidate: changeOf,
    restore: changeOf,
    history: byId,
    undo: { id, reason, actor, eventId: z.int().nullish() },
    relate: { relation, actor },
    unrelate: { relation, actor },
    related: { id, project: project.optional() },
  },
  graph: { input: z.strictObject({ project: text, limit: count }) },
  findIds: {
    kind: z.enum(['memory', 'job', 'session', 'context', 'document', 'forgotten']),
    beginning: z.string().regex(/^[\da-f-]*$/i, { error: 'needs hexadecimal digits and dashes' }),
    limit: whole.min(0),
  },

  documents: {
    ingest: {
      input: z.strictObject({
        path: text,
        project,
        sourceHash: key,
        bytes: z.int().min(0),
        read: callback,
        ...run,
      }),
    },
    list: {
      query: z
        .strictObject({
          project: project.optional(),
          path: text.nullish(),
          after: id.nullish(),
          limit: count,
        })
        .optional(),
    },
    find: { path: text, project },
    read: {
      id,
      part: z.strictObject({ firstLine: count, lastLine: count, tokens: amount }).optional(),
    },
    delete: byId,
  },

  projects: {
    list: { query: z.strictObject({ archived: flag }).optional() },
    get: { name: text },
    keepName: { name: text },
    save: {
      name: text,
      patch: z.strictObject({
        name: text.nullish(),
        workspacePath: text.nullish(),
        description: text.nullish(),
        settings: projectSettings.optional(),
        archived: flag,
      }),
    },
    delete: { name: text, confirmation: z.strictObject({ confirm: text }), actor },
  },

  sessions: {
    open: {
      input: z.strictObject({
        ...identity,
        metadata: jsonObject.optional(),
        parent: z.strictObject({ session: id, turn: id, call: label }).nullish(),
        fresh: flag,
      }),
    },
    get: byId,
    list: {
      query: z
        .strictObject({
          project: text.optional(),
          before: moment.optional(),
          limit: count,
          children: flag,
          parent: id.optional(),
        })
        .optional(),
    },
    update: {
      id,
      change: z.strictObject({
        name: z.string().trim().min(1).max(200).optional(),
        state: jsonObject.optional(),
        metadata: jsonObject.optional(),
      }),
    },
    setState: { id, key: stateKey, value: jsonValue.optional() },
    append: {
      // a stored session, which has more fields, is accepted
      session: z.object(identity),
      messages: newMessage.array(),
      options: z.strictObject({ turn: turn.optional() }).optional(),
    },
    renewTurn: { sessionId: id, holder: key },
    flush: null,
    journal: null,
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
    extractFrom: {
      input: z.strictObject({ messages: postedMessage.array(), project, sessionId: id.optional() }),
    },
    endOrphaned: null,
    related: {
      input: z.strictObject({
        text: message,
        project,
        sessionId: id.nullable(),
        limit: amount,
        embedded: object.optional(),
        signal,
      }),
    },
    handoff: {
      from: id,
      input: z.strictObject({ to: label, state: jsonObject.optional(), budgetTokens: amount }),
    },
  },

  contexts: {
    read: {
      input: z.strictObject(contextRead),
    },
    gather: {
      input: z.strictObject({
        ...contextRead,
        text: message,
        before: conversation,
        basis: object.optional(),
        exclude: id.array().optional(),
        preview: flag,
        signal,
      }),
    },
    assemble: {
      input: assembleInput,
    },
    keep: {
      context,
      sent: z.strictObject({
        ...{ id, sessionId: id, project },
        model: text.nullable(),
        end: contextBody.shape.end,
        turn: id.nullish(),
        step: whole.optional(),
        question: whole.nullish(),
        usage: contextBody.shape.usage.optional(),
        prefix: contextBody.shape.prefix.optional(),
        traceId: contextBody.shape.traceId.optional(),
        degraded: contextBody.shape.degraded.optional(),
      }),
    },
    flush: null,
    list: {
      query: z
        .strictObject({
          sessionId: id.optional(),
          project: text.optional(),
          turn: id.optional(),
          before: moment.optional(),
          limit: count,
        })
        .optional(),
    },
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
    compactIfNeeded: {
      input: z.strictObject({
        sessionId: id,
        messages: conversation,
        fixedTokens: z.number(),
        tokenScale: amount,
        budget: amount,
        signal: z.instanceof(AbortSignal),
      }),
    },
    notice: null,
  },
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
      topics: z.strictObject({ topic: text, filePaths: text.array(), directories: text.array() }).array(),
      options: z.strictObject({ asOf: moment.nullish() }).optional(),
    },
    clear: { project, topic: text.nullable() },
  },

  shared: {
    publish: {
      key: text,
      value: jsonValue,
      input: z.strictObject({
        project,
        agent: label.nullish(),
        sessionId: id.nullish(),
        ttl: amount,
      }),
    },
    get: { key: text, input: z.strictObject({ project }) },
    list: {
      query: z.strictObject({
        project,
        key: text.optional(),
        after: position,
        isLatest: flag,
        limit: page,
      }),
    },
    subscribe: {
      input: z.strictObject({ project: project.optional(), key: text.optional(), since: position }),
      listener: callback,
    },
    contextFor: {
      task: text,
      input: z.strictObject({ project, sessionId: id, budgetTokens: amount }),
    },
  },

  jobs: {
    runOnce: null,
    runNow: { id, onProgress: callback.optional() },
    drain: null,
    list: {
      query: z.strictObject({ status: z.enum(jobStatuses).optional(), limit: count }).optional(),
    },
    get: byId,
    undo: changeOf,
    retry: byId,
    retryFailed: null,
    count: null,
    stop: null,
    onEnqueued: null,
  },
  decay: { run: null, missed: { since: moment.optional() } },
  consolidate: { input: z.strictObject({ project: text, dryRun: flag, ...run }) },
  consolidation: { enqueueAll: null, missed: { since: moment.optional() } },

  stats: {
    input: z.strictObject({ project: project.optional(), sessionId: id.optional() }).optional(),
  },
  scrub: { input: z.strictObject({ dryRun: flag, ...run }).optional() },
  transfer: {
    export: null,
    import: { lines: iterable, options: z.strictObject(run).optional() },
  },
  reembed: { input: z.strictObject(run).optional() },
  calibrate: { input: z.strictObject({ apply: flag, ...run }).optional() },
} satisfies Forms<Omit<Memory, 'store' | 'timeZone'>>;
