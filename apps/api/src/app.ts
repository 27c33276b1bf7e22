import { basename, join } from 'node:path';
import websocket from '@fastify/websocket';
import {
  contextProfiles,
  createMemory,
  makeFolder,
  normaliseProject,
  readableScopes,
  systemClock,
  type Clock,
  type Database,
  type Memory,
  type MemoryOptionOverrides,
} from '@devai/memory';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { previewContext } from './agents/preview-context.ts';
import { contextFiles, createSystemContext } from './agents/system-context.ts';
import { startCron } from './background/start-cron.ts';
import { startJobWorker } from './background/job-worker.ts';
import type { Config } from './config.ts';
import { createLog } from './create-log.ts';
import { answerAsProblem, answerErrorsAsProblems, sayWhereJsonIsMalformed } from './errors.ts';
import { registerChatGateway } from './gateway/chat-gateway.ts';
import { maximumMessageLength } from './protocol/frames.ts';
import { agentNames, roster } from './agents/roster/roster.ts';
import { createTokenScale } from './agents/token-scale.ts';
import { createLiveSessions } from './gateway/live-sessions.ts';
import { createEmbedders } from './models/create-embedders.ts';
import { createModels, type Models } from './models/create-models.ts';
import { mergeOptions } from './merge-options.ts';
import { openStore } from './open-store.ts';
import { describeAsOpenApi } from './openapi.ts';
import { servePage } from './page/serve-page.ts';
import { allowPages } from './plugins/allowed-pages.ts';
import { dropSilentConnections } from './plugins/drop-silent-connections.ts';
import { guardAccess } from './plugins/access-guard.ts';
import { limitRequests } from './plugins/request-limit.ts';
import { createDocumentReading } from './read-document.ts';
import { registerRoutes } from './routes/register-routes.ts';
import { storePlace } from './store-place.ts';
import { toolsWith } from './tools/all-tools.ts';
import { openShell } from './tools/shell.ts';
import { openWorkspace } from './tools/workspace.ts';

/** What tests replace (time, shorter waits), and what command-line tools leave out. */
export type AppOverrides = {
  clock?: Clock;
  /** A migrated store in place of the one that the configuration names, or one that is being opened. */
  database?: Database | Promise<Database>;
  memoryOptions?: MemoryOptionOverrides;
  poll?: number;
  /** False: routes only. No jobs run, nothing decays and no orphaned session is ended: a server does that. */
  background?: boolean;
  /** Absent: the standard output. */
  log?: FastifyBaseLogger;
  /** Where the built page is, in place of `apps/web/dist`. */
  page?: string;
  /** Called with a description of slow work before the server can listen. */
  onProgress?: (text: string) => void;
};

export type App = {
  fastify: FastifyInstance;
  memory: Memory;
  models: Models;
  /** What the operator should know; empty when all is well. */
  notices(): string[];
};

/**
 * Assembles the server: store, memory, models, routes, background work. Listens to nothing. Closing the Fastify
 * instance stops everything in order: turns, jobs, memory, store.
 */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const { clock = systemClock, background = true, log = createLog(config) } = overrides;
  const app = fastify({
    loggerInstance: log,
    bodyLimit: 1_000_000,
    // a malformed URL reaches no route, so no error handler of a route
    frameworkErrors: answerAsProblem,
  });
  // every body is JSON; with this parser a plain text would be refused for its fields, not for its type
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrorsAsProblems(app);
  sayWhereJsonIsMalformed(app);
  dropSilentConnections(app);

  await makeFolder(config.workspaceRoot);
  const workspace = openWorkspace(config.workspaceRoot);
  const ownProject = normaliseProject(basename(config.workspaceRoot));
  const models = createModels(config.providers, app.log);
  const [database, embedders] = await Promise.all([
    overrides.database ?? openStore(config, log),
    createEmbedders(config, overrides.onProgress),
  ]);
  const options = mergeOptions(config, models.chat.contextWindow, overrides.memoryOptions);
  const memory = await createMemory({
    database,
    embeddings: embedders.configured,
    otherEmbeddings: embedders.others,
    models: { small: models.small },
    prices: config.prices,
    clock,
    promptFiles: contextFiles,
    log: app.log,
    focusFile: { path: join(config.workspaceRoot, 'memory', 'RECENT_FOCUS.md'), project: ownProject },
    journal: { folder: join(config.dataFolder, 'journal'), processId: process.pid },
    options,
  });
  if (background && database.capabilities.exclusive) await memory.sessions.endOrphaned();
  if (background && ownProject !== null) {
    await memory.projects.save(ownProject, { workspacePath: config.workspaceRoot });
    await memory.projects.keepName(basename(config.workspaceRoot));
  }

  const shell =
    config.shell === 'off' ? null : openShell({ folder: workspace.root, env: config.commandEnvironment });
  const contextHost = {
    memory,
    tools: toolsWith(roster, shell, config.shell),
    model: models.chat,
    tokenScale: createTokenScale(options.compaction.trigger),
    systemContext: createSystemContext(config.workspaceRoot, {
      clock,
      log: app.log,
      timeZone: memory.timeZone,
    }),
    contextProfile: {
      ...contextProfiles[config.contextProfile],
      caps: {
        ...contextProfiles[config.contextProfile].caps,
        focus: options.focus.tokenBudget,
        memories: options.retrieval.tokenBudget,
      },
    },
  };
  const documents = createDocumentReading();
  const sessions = createLiveSessions({
    ...contextHost,
    workspace,
    approvalPolicy: config.approvals,
    isOffline: models.offline,
    log: app.log,
  });
  const notices = (): string[] => [...config.notices, ...embedders.notices(), ...memory.notices()];
  const info = {
    project: ownProject,
    storePlace: await storePlace(config),
    offline: models.offline,
    models: models.names,
    degraded: notices,
  };
  // registered before the websocket plugin, whose hook closes the sockets: a cancelled turn still tells its clients
  app.addHook('preClose', () => sessions.close());
  // registered before everything that refuses requests: it ends the socket of a refused upgrade
  await app.register(websocket, { options: { maxPayload: maximumMessageLength * 5 } });
  await limitRequests(app);
  await allowPages(app, config.allowedOrigins);
  guardAccess(app, config);
  await servePage(app, overrides.page);
  registerChatGateway(app, { sessions, info });
  await describeAsOpenApi(app);
  registerRoutes(app, {
    memory,
    database,
    clock,
    info,
    agents: agentNames,
    readDocument: documents.read,
    preview: (session, input) => previewContext(contextHost, session, input),
    folders: { 'data folder': config.dataFolder, workspace: config.workspaceRoot },
    shell,
  });
  forwardSavedMemories(memory, sessions);
  if (background) await forwardShared(memory, sessions);

  const running = background
    ? [
        startJobWorker(memory, app.log, overrides.poll),
        startCron('decay', config.decayCron, memory.decay, app.log),
        ...(config.consolidateCron === null
          ? []
          : [startCron('consolidation', config.consolidateCron, weekly(memory), app.log)]),
      ]
    : [];
  if (background) app.addHook('onListen', () => void prepareFirstTurn());
  app.addHook('preClose', async () => {
    for (const work of running) await work.stop();
  });
  app.addHook('onClose', async () => {
    await memory.close();
    await documents.close();
    await embedders.close();
  });
  return { fastify: app, memory, models, notices };

  /** Loads an embedder of this machine, and lets the store plan its search, so that the first turn waits for neither. */
  async function prepareFirstTurn(): Promise<void> {
    try {
      if (!(await embedders.load(memory.store.embedder))) return;
      const { degraded } = await memory.recall({ text: 'ready', project: null, preview: true });
      // otherwise the recall has logged why
      if (degraded.length === 0) app.log.info('the first turn is prepared');
    } catch (error) {
      // closing the server also ends the thread that loads
      if (!app.server.listening) return;
      app.log.warn({ err: error }, 'the sentence model is not loaded: the next text tries again');
    }
  }
}

const weekly = ({ consolidation }: Memory) => ({
  run: async () => ({ projects: await consolidation.enqueueAll() }),
  missed: consolidation.missed,
});

/** Characters of a shared value that clients see. */
const shownValue = 500;

/** Sends what any process publishes from now on to the clients of the sessions that may read it. */
async function forwardShared(
  { shared }: Memory,
  sessions: ReturnType<typeof createLiveSessions>,
): Promise<void> {
  await shared.subscribe({}, async ({ position, scope, key, value, agent }) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const content = text.length > shownValue ? `${text.slice(0, shownValue)} …` : text;
    for (const session of await sessions.all()) {
      if (!readableScopes(session.project).includes(scope)) continue;
      session.emit({ type: 'shared', position, scope, key, content, agent });
    }
  });
}

/** Sends memories saved in the background, pins and changes of the focus to the clients of their session. */
function forwardSavedMemories(memory: Memory, sessions: ReturnType<typeof createLiveSessions>): void {
  memory.onEvent(async (event) => {
    switch (event.type) {
      case 'memory_saved': {
        const { sessionId, ...saved } = event;
        const session = sessionId ? await sessions.find(sessionId) : null;
        session?.emit({ ...saved, by: 'extraction' });
        return;
      }
      case 'message_pinned': {
        const session = await sessions.find(event.sessionId);
        session?.notePinned(event.number, event.pinned);
        return;
      }
      case 'focus_changed': {
        const topics = event.topics.map(({ topic, strength, filePaths }) => ({
          topic,
          strength,
          files: filePaths,
        }));
        for (const session of await sessions.all()) {
          if (session.project !== event.project) continue;
          if (event.sessionId !== null && event.sessionId !== session.id) continue;
          session.emit({ type: 'focus_changed', topics });
        }
      }
    }
  });
}
