import { basename, join } from 'node:path';
import devai from '@devai/fastify';
import { answerAsProblem, answerNoRoute } from '@devai/fastify/errors';
import { allowedMemory } from '@devai/fastify/users/allowed-memory';
import { onlyUser } from '@devai/fastify/users/caller';
import websocket from '@fastify/websocket';
import {
  contextProfiles,
  createMemory,
  makeFolder,
  normaliseProject,
  systemClock,
  type Clock,
  type Database,
  type Memory,
  type MemoryOptionOverrides,
} from '@devai/memory';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { previewContext } from './agents/preview-context.ts';
import { contextFiles, createSystemContext } from './agents/system-context.ts';
import type { Config } from './config.ts';
import { createLog } from './create-log.ts';
import { examine } from './doctor.ts';
import { registerChatGateway } from './gateway/chat-gateway.ts';
import { maximumMessageLength } from '@devai/fastify/protocol/frames';
import { agentNames, roster } from './agents/roster/roster.ts';
import { createTokenScale } from './agents/token-scale.ts';
import { createRooms } from './gateway/rooms.ts';
import { createEmbedders } from './models/create-embedders.ts';
import { chooseModels } from './choose-models.ts';
import type { Models } from './models/create-models.ts';
import { mergeOptions } from './merge-options.ts';
import { createMetrics } from './metrics.ts';
import { openStore } from './open-store.ts';
import { describeAsOpenApi } from './openapi.ts';
import { builtPage } from './page/built-page.ts';
import { allowPages } from './plugins/allowed-pages.ts';
import { dropSilentConnections } from './plugins/drop-silent-connections.ts';
import { guardAccess } from './plugins/access-guard.ts';
import { countRequests, serveMetrics } from './plugins/serve-metrics.ts';
import { refuseWhileStopping } from './plugins/refuse-while-stopping.ts';
import { limitRequests } from './plugins/request-limit.ts';
import { createDocumentReading } from './read-document.ts';
import { storePlace } from './store-place.ts';
import type { Tracing } from './tracing/create-tracing.ts';
import { memoryToolsOf, toolsWith } from './tools/all-tools.ts';
import { openShell } from './tools/shell.ts';
import { openWorkspace } from './tools/workspace.ts';
import type { IdentityProvider } from './users/identity-provider.ts';

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
    // the framework would answer with a body of its own; `refuseWhileStopping` answers as everything else does
    return503OnClosing: false,
    // a malformed URL reaches no route, so no error handler of a route
    frameworkErrors: answerAsProblem,
  });
  app.setErrorHandler(answerAsProblem);
  dropSilentConnections(app);
  refuseWhileStopping(app);

  await makeFolder(config.workspaceRoot);
  const { memoryFile } = config;
  const workspace = openWorkspace(config.workspaceRoot, {
    readOnly: memoryFile === null ? [] : [memoryFile],
  });
  const ownProject = normaliseProject(basename(config.workspaceRoot));
  const chosen = await chooseModels(config, app.log);
  const models = chosen.now();
  const [database, embedders] = await Promise.all([
    overrides.database ?? openStore(config, log),
    createEmbedders(config, overrides.onProgress),
  ]);
  const options = mergeOptions(config, models.chat.contextWindow, overrides.memoryOptions);
  const memory = await createMemory({
    database,
    embeddings: embedders.configured,
    otherEmbeddings: embedders.others,
    models: { small: () => chosen.now().small },
    prices: config.prices,
    clock,
    promptFiles: contextFiles,
    categories: config.categories,
    extraction: { instructions: config.extractionInstructions },
    log: app.log,
    focusFile: { path: join(config.workspaceRoot, 'memory', 'RECENT_FOCUS.md'), project: ownProject },
    memoryFile:
      memoryFile === null ? null : { path: join(config.workspaceRoot, memoryFile), project: ownProject },
    journal: { folder: join(config.dataFolder, 'journal'), processId: process.pid },
    options,
    users: config.users,
  });
  const operators = memory.as(onlyUser);
  if (background && database.capabilities.exclusive) await memory.sessions.endOrphaned();
  if (background && ownProject !== null) {
    await operators.projects.save(ownProject, { workspacePath: config.workspaceRoot });
    await operators.projects.keepName(basename(config.workspaceRoot));
  }

  const shell =
    config.shell === 'off' ? null : openShell({ folder: workspace.root, env: config.commandEnvironment });
  const tools = toolsWith(memory.categories, roster, shell, config.shell);
  const situation = { clock, log: app.log, timeZone: operators.timeZone };
  const ofOperator = {
    memory: operators,
    tools,
    systemContext: createSystemContext(config.workspaceRoot, situation),
  };
  const ofOthers = {
    tools: memoryToolsOf(tools),
    systemContext: createSystemContext(config.workspaceRoot, { ...situation, hasWorkspace: false }),
  };
  /** What the agents of a user work with: the workspace is the operator's. */
  const hostOf = (user: string) =>
    user === onlyUser
      ? ofOperator
      : { ...ofOthers, memory: allowedMemory(memory.as(user), { projects: null }) };
  const contextHost = {
    tokenScale: createTokenScale(options.compaction.trigger),
    contextProfile: {
      ...contextProfiles[config.contextProfile],
      caps: {
        ...contextProfiles[config.contextProfile].caps,
        focus: options.focus.tokenBudget,
        memories: options.retrieval.tokenBudget,
      },
    },
  };
  const notices = (): string[] => [
    ...config.notices,
    ...chosen.notices(),
    ...embedders.notices(),
    ...memory.notices(),
  ];
  const metrics = createMetrics({ memory, notices, log });
  const tracing = await traced();
  const documents = createDocumentReading();
  const rooms = createRooms({
    ...contextHost,
    hostOf,
    tellsShared: background,
    workspace,
    approvalPolicy: config.approvals,
    modelNow: () => ({ model: chosen.now().chat, isOffline: chosen.now().offline }),
    log: app.log,
    onFrame(frame, traceId) {
      metrics.noteFrame(frame);
      tracing?.noteFrame(frame, traceId);
    },
  });
  const info = {
    project: ownProject,
    storePlace: await storePlace(config),
    offline: () => chosen.now().offline,
    models: () => chosen.now().names,
    degraded: notices,
  };
  // registered before the websocket plugin, whose hook closes the sockets: a cancelled turn still tells its clients
  app.addHook('preClose', () => rooms.close());
  // registered before everything that refuses requests: it ends the socket of a refused upgrade
  await app.register(websocket, { options: { maxPayload: maximumMessageLength * 5 } });
  await limitRequests(app, config.users);
  await allowPages(app, config.allowedOrigins);
  const { host, token, metricsToken, allowedOrigins, users } = config;
  const provider = await identified();
  const authenticate = guardAccess(app, { host, token, metricsToken, allowedOrigins, users, provider });
  countRequests(app, metrics);
  await describeAsOpenApi(app);
  const folders = { 'data folder': config.dataFolder, workspace: config.workspaceRoot };
  await app.register(devai, {
    memory,
    authenticate,
    project: ownProject,
    page: overrides.page ?? builtPage,
    about: info,
    openapi: true,
    clock,
    agents: agentNames,
    examine: () => examine({ memory, database, clock, info, folders, shell }),
    readDocument: documents.read,
    preview: (user, session, input) =>
      previewContext({ ...contextHost, model: chosen.now().chat, ...hostOf(user) }, session, input),
    models: chosen,
  });
  await app.register(async (scope) => {
    scope.addHook('onRequest', app.asCaller);
    // a scope's, so that strangers do not learn which routes there are
    scope.setNotFoundHandler(answerNoRoute);
    serveMetrics(scope, metrics);
    registerChatGateway(scope, { rooms, info, clock });
    scope.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
  });
  // the operator's own room, which is open before anybody connects
  rooms.of(onlyUser);

  const { decayCron, consolidateCron } = config;
  const running = background
    ? memory.start({ decay: decayCron, consolidation: consolidateCron, poll: overrides.poll })
    : null;
  if (background) app.addHook('onListen', () => void prepareFirstTurn());
  app.addHook('preClose', async () => running?.stop());
  app.addHook('onClose', async () => {
    await memory.close();
    await documents.close();
    await embedders.close();
    await tracing?.close();
  });
  return { fastify: app, memory, models, notices };

  /** Its library is loaded only where an identity provider is. */
  async function identified(): Promise<IdentityProvider | null> {
    if (config.identity === null) return null;
    const { createIdentityProvider } = await import('./users/identity-provider.ts');
    return createIdentityProvider(config.identity, clock);
  }

  /** Its library is loaded only where traces are wanted. */
  async function traced(): Promise<Tracing | null> {
    if (config.traces === null) return null;
    const { createTracing } = await import('./tracing/create-tracing.ts');
    const toolNames = new Set(tools.map(({ name }) => name));
    return createTracing({ endpoint: config.traces, jobs: memory.jobs, toolNames, log });
  }

  /** Loads an embedder of this machine, and lets the store plan its search, so that the first turn waits for neither. */
  async function prepareFirstTurn(): Promise<void> {
    try {
      if (!(await embedders.load(memory.store.embedder))) return;
      const { degraded } = await operators.recall({ text: 'ready', project: null, preview: true });
      // otherwise the recall has logged why
      if (degraded.length === 0) app.log.info('the first turn is prepared');
    } catch (error) {
      // closing the server also ends the thread that loads
      if (!app.server.listening) return;
      app.log.warn({ err: error }, 'the sentence model is not loaded: the next text tries again');
    }
  }
}
