import { postedMessage } from '@devai/memory/sessions/posted-conversation';
import { z } from 'zod';
import { idBeginning, idKinds } from './ids.ts';
import { textForms } from './imports.ts';
import { jobStatuses } from './job.ts';
import { modelChoice } from './model.ts';
import { comingTime, time } from './parse-time.ts';
import { projectSettings } from './projects.ts';
import {
  documentPath,
  excluded,
  filterFields,
  flag,
  heldTime,
  line,
  longText,
  messageNumber,
  moment,
  pageLimit,
  path,
  position,
  projectName,
  queryText,
  relation,
  scoped,
  sessionItems,
  several,
  sharedKey,
  sharedKeys,
  savedStatement,
  statement,
  stores,
  topicName,
  uuid,
  why,
} from './request-fields.ts';

// Clients import this module for its types only: at run time it belongs to the server.

const allProjects = flag.default(false).describe('of all projects, for whoever runs the server');
const because = z.strictObject({ reason: why });
const budgetTokens = z.coerce.number().int().min(0).max(100_000).optional();
const message = z.strictObject({ text: longText, project: projectName, budgetTokens, exclude: excluded() });

const searched = { project: projectName, ...filterFields, exclude: excluded(), limit: pageLimit.optional() };
export const listFields = {
  ...filterFields,
  includeInvalid: flag
    .default(false)
    .describe('include memories that were replaced, contradicted or have faded'),
  after: uuid.optional().describe('the id of the last memory of the previous page'),
  limit: pageLimit.default(50),
};

/** The queries of the requests that clients send. */
export const queries = {
  'GET /api/focus': z.strictObject({ project: projectName }),
  'DELETE /api/focus': z.strictObject({
    project: projectName,
    topic: topicName.optional().describe('absent: all of them'),
  }),
  'GET /api/projects': z.strictObject({
    archived: flag.default(false).describe('include archived projects'),
  }),
  'DELETE /api/project/:id': z.strictObject({
    confirm: z.string().max(200).describe("the project's id or name, as confirmation"),
  }),
  'GET /api/memory/export': z.strictObject({
    of: z.string().min(1).max(200).optional().describe('only what belongs to this user'),
  }),
  'GET /api/users': z.strictObject({
    after: z.string().max(200).optional().describe('`next` of the page before'),
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
  }),
  'DELETE /api/user/:user': z.strictObject({
    confirm: z.string().max(200).describe("the user's id, as confirmation"),
  }),
  'GET /api/project/:id/graph': z.strictObject({
    limit: z.coerce.number().int().min(1).max(5_000).default(500),
  }),
  'GET /api/memory': z.strictObject({
    project: projectName.describe(
      "the project whose memory is used; absent: that of `sessionId`, else the server's own project; empty: only global memories and the user's",
    ),
    allProjects,
    ...listFields,
  }),
  'GET /api/memory/watch': z.strictObject({ project: projectName }),
  'GET /api/memory/ids': z.strictObject({ kind: z.enum(idKinds), beginning: idBeginning }),
  'GET /api/memory/search': z.strictObject({
    q: queryText.describe('what to search for'),
    ...searched,
    stores: z
      .string()
      .transform((text) => text.split(','))
      .pipe(stores.unwrap())
      .optional()
      .describe('as in the POST request, separated by commas'),
    messages: flag.default(false).describe('also search past messages'),
  }),
  'GET /api/memory/:id': scoped,
  'PUT /api/memory/:id': scoped,
  'DELETE /api/memory/:id': scoped.extend({
    messages: flag
      .default(false)
      .describe('also erase the messages that it was taken from; can also be requested later'),
  }),
  'POST /api/memory/:id/restore': scoped,
  'POST /api/memory/:id/undo': scoped,
  'GET /api/memory/:id/history': scoped,
  'GET /api/memory/:id/relations': scoped,
  'POST /api/memory/:id/relations': scoped,
  'DELETE /api/memory/:id/relations': scoped.extend(relation.shape),
  'GET /api/memory/sessions': z.strictObject({
    project: projectName.describe("absent: the server's own project"),
    allProjects,
    children: flag.default(false).describe('include the sessions of agents that a task was delegated to'),
    parent: uuid.optional().describe('only sessions of agents that this session delegated a task to'),
    before: time.optional().describe('only sessions last active before this time'),
    limit: pageLimit.default(50),
  }),
  'GET /api/memory/sessions/:id': scoped.extend({
    after: z.coerce.number().int().min(0).default(0).describe('only messages after this number'),
    limit: pageLimit.default(100),
  }),
  'GET /api/memory/sessions/:id/recall': scoped.extend({
    message: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .describe('the number of any message of the turn; absent: the last turn'),
  }),
  'DELETE /api/memory/sessions/:id/memories': scoped.extend({
    pinned: several(uuid).default([]),
    excluded: several(uuid).default([]),
    hidden: several(messageNumber)
      .default([])
      .transform((given) => given.map(Number)),
  }),
  'GET /api/memory/contexts': z.strictObject({
    project: projectName.describe("absent: that of the session, else the server's own project"),
    allProjects,
    session: uuid.optional(),
    turn: uuid.optional(),
    before: time.optional(),
    limit: pageLimit.default(50),
  }),
  'POST /api/memory/replay/:contextId': scoped.extend({
    retrieve: flag.default(false).describe('search again, and say how the result differs today'),
  }),
  'GET /api/memory/diff': scoped.extend({ before: uuid, after: uuid }),
  'GET /api/memory/documents': z.strictObject({
    project: projectName,
    allProjects,
    path: documentPath.optional().describe('only this one'),
    after: z.guid().optional(),
    limit: pageLimit.default(100),
  }),
  'POST /api/memory/documents': z.strictObject({
    path: documentPath.describe(
      'its name, as the agent is shown it: a relative path, or the address of a page',
    ),
    project: projectName.describe(
      "the project that it belongs to; absent: the server's own project; empty: every project reads it",
    ),
    mediaType: z.string().max(200).optional().describe('as a web server reported it'),
  }),
  'GET /api/memory/documents/:id': scoped.extend({ firstLine: line.default(1), lastLine: line.optional() }),
  'DELETE /api/memory/documents/:id': scoped,
  'POST /api/memory/imports': z.strictObject({
    project: projectName.describe(
      "where what is not about the user is filed; absent: the server's own project; empty: with the user",
    ),
    form: textForms.optional().describe('what a file of text is; absent: its name tells'),
    isFolder: flag.optional().describe('the files are of a folder: those without memories are left out'),
    conversations: flag.optional().describe('also conversations, which are then extracted'),
    ownWords: flag.optional().describe("the statements are the user's own words; absent: a model's"),
    name: z.string().min(1).max(200).optional().describe('what the import is called'),
    id: uuid.optional().describe('that of a plan'),
    dryRun: flag.optional().describe('says what would be stored, and stores nothing'),
    mapUsers: flag
      .optional()
      .describe('for the operator: each statement goes to the user that it names, and others are left out'),
  }),
  'GET /api/memory/jobs': z.strictObject({
    status: z.enum(jobStatuses).optional(),
    limit: pageLimit.default(50),
  }),
  'GET /api/memory/stats': z.strictObject({
    project: projectName.describe('only what this project reads and what it cost; absent: the whole store'),
    sessionId: uuid.optional().describe('only what came from this session'),
  }),
  'GET /api/memory/shared': z.strictObject({
    project: projectName,
    key: sharedKeys,
    after: position.default(0),
    latest: flag.default(false).describe('only the newest value of each key'),
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
  }),
  'GET /api/memory/shared/watch': z.strictObject({
    project: projectName,
    key: sharedKeys,
    since: position.optional().describe('the position of the last entry seen; absent: only new entries'),
  }),
};

/** The JSON bodies of the requests that clients send. */
export const bodies = {
  'POST /api/model/test': modelChoice,
  'PUT /api/model': modelChoice,
  'PUT /api/focus': z.strictObject({
    project: projectName,
    topics: z
      .array(
        z.strictObject({
          topic: topicName,
          files: z.array(path).max(100),
          directories: z.array(path).max(100),
        }),
      )
      .max(500),
    asOf: z.iso.datetime({ offset: true }).optional(),
  }),
  'PUT /api/project/:id': z.strictObject({
    name: z.string().trim().min(1).max(200).nullable().optional(),
    workspacePath: z.string().min(1).max(4_000).nullable().optional(),
    description: z.string().min(1).max(4_000).nullable().optional(),
    settings: projectSettings.optional(),
    archived: z.boolean().optional().describe('an archived project is not listed'),
  }),
  'POST /api/project/:id/consolidate': z
    .strictObject({ dryRun: z.boolean().default(false).describe('only plan it, at the same cost') })
    .nullish(),
  'POST /api/memory/save': savedStatement,
  'POST /api/memory/save-all': z.strictObject({
    project: projectName,
    statements: savedStatement
      .omit({ project: true })
      .array()
      .min(1)
      .max(1_000)
      .describe('stored in their order'),
  }),
  'POST /api/memory/keep': statement
    .pick({ content: true, memoryType: true, category: true, tags: true, metadata: true })
    .partial()
    .extend({
      content: statement.shape.content,
      project: projectName,
      about: z.enum(['user', 'project']).optional().describe('user: it holds in every project'),
      sessionId: uuid.optional().describe('the conversation that it comes from; absent: none that is stored'),
      agent: z.string().min(1).max(100).optional().describe('who keeps it'),
    }),
  'POST /api/memory/extract': z.strictObject({
    sessionId: uuid
      .optional()
      .describe('absent: the session that has the longest beginning of these messages, else a new one'),
    messages: z
      .array(postedMessage)
      .min(1)
      .max(2_000)
      .optional()
      .describe(
        'in the format of the chat APIs of OpenAI, Anthropic or Ollama, with their times if known; messages that the session already has are not stored again',
      ),
    project: projectName,
  }),
  'PUT /api/memory/:id': statement.partial().extend({
    title: statement.shape.title.nullable().optional(),
    pinned: z.boolean().optional(),
    expiresAt: comingTime.nullable().optional(),
    ...heldTime,
    updatedAt: moment
      .optional()
      .describe('as it was read: if the memory has changed since, the request fails with `conflict`'),
    reason: why,
  }),
  'POST /api/memory/:id/restore': because.nullish(),
  'POST /api/memory/:id/undo': because
    .extend({
      event: z.int().optional().describe('the id of the change in the history; absent: the last change'),
    })
    .nullish(),
  'POST /api/memory/:id/relations': relation,
  'POST /api/memory/search': z.strictObject({
    text: longText.describe('what to search for'),
    ...searched,
    stores,
    messages: z.boolean().default(false).describe('also search past messages'),
  }),
  'POST /api/memory/relevant': message.extend({
    strengthen: z
      .boolean()
      .default(false)
      .describe('true: a prompt gets it, so what is injected counts as used'),
  }),
  'POST /api/memory/explain': message.omit({ exclude: true }).extend({ memoryId: uuid }),
  'PUT /api/memory/sessions/:id': z.strictObject({ name: z.string().trim().min(1).max(200) }),
  'PUT /api/memory/sessions/:id/messages/:number': z.strictObject({ pinned: z.boolean() }),
  'POST /api/memory/sessions/:id/handoff': z.strictObject({
    to: z.string().trim().toLowerCase().default('chapo').describe('the agent that continues'),
    state: z
      .record(z.string().min(1).max(100), z.unknown())
      .optional()
      .describe('values for the state of the new session'),
    budgetTokens: z
      .int()
      .min(200)
      .max(32_000)
      .optional()
      .describe('limit for what the agent is told; by default 4,000'),
  }),
  'POST /api/memory/sessions/:id/memories': sessionItems.extend({
    shares: z
      .record(z.string(), z.number())
      .optional()
      .describe("shares of the budget, by priority 0 to 7; {}: the profile's shares"),
  }),
  'POST /api/memory/sessions/:id/context': z.strictObject({
    text: longText.describe('the message'),
    budgetTokens: z.int().min(0).max(10_000_000).optional().describe("absent: the model's window"),
  }),
  'POST /api/memory/imports/:id/undo': because.nullish(),
  'POST /api/memory/jobs/:id/undo': because.nullish(),
  'POST /api/memory/shared': z.strictObject({
    key: sharedKey,
    value: z.unknown().describe('JSON of at most 64,000 characters'),
    project: projectName,
    agent: z.string().min(1).max(100).optional().describe('who publishes it'),
    ttl: z.number().positive().optional().describe('seconds after which it expires; absent: never'),
  }),
  'POST /api/memory/calibrate': z
    .strictObject({
      apply: z.boolean().default(false).describe('use the measured thresholds from now on'),
    })
    .nullish(),
  'POST /api/memory/scrub': z
    .strictObject({ dryRun: z.boolean().default(false).describe('only count the secrets') })
    .nullish(),
};
