import { normaliseProject, systemClock, type Clock, type Memory } from '@devai/memory';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { answerAsProblem, answerNoRoute, HttpError, sayWhereJsonIsMalformed } from './errors.ts';
import { servePage } from './page/serve-page.ts';
import type { ServerInfo } from './protocol/server.ts';
import { registerRoutes } from './routes/register-routes.ts';
import type { AgentParts } from './routes/routes.ts';
import { actAsCaller, refuseOtherProjects } from './users/act-as-caller.ts';
import { createIdentify, type Authenticate } from './users/identify.ts';

export type DevaiOptions = AgentParts & {
  /** An open memory. The host starts and closes it. */
  memory: Memory;
  authenticate: Authenticate;
  /** Before the paths of all routes, as `/memory`. */
  prefix?: string;
  /** The project of requests that name none; by default they need one. */
  project?: string | null;
  /** The folder of a built page, which is served at the prefix to everybody; its requests are authenticated. */
  page?: string | undefined;
  /** What `GET /api/health` says of the server around the memory. */
  about?: Partial<Omit<ServerInfo, 'project'>>;
  /**
   * Whether `@fastify/swagger` describes the routes; by default it does not, because it needs `transform: jsonSchemaTransform` of
   * `fastify-type-provider-zod` for that.
   */
  openapi?: boolean;
  clock?: Clock;
};

/**
 * Registers the routes of a memory in a scope of their own: parsers, validators and error answers of the host's routes stay as they are. The host
 * gets `app.memory`, and `app.asCaller` for its own routes.
 */
const devai: FastifyPluginAsync<DevaiOptions> = async (app, { prefix = '', ...options }) => {
  if (Object.hasOwn(app, 'memory')) {
    throw new Error(
      'app.memory is taken: register @devai/fastify a second time in a scope of its own, app.register(async (scope) => { await scope.register(devai, …) })',
    );
  }
  const { memory, authenticate, project = null } = options;
  if (memory === undefined) throw new Error('memory: must be what createMemory returns');
  const asCaller = actAsCaller({
    memory,
    identify: createIdentify(authenticate, memory.store.users),
    ownProject: project === null ? null : normaliseProject(project),
  });
  app.decorate('memory', memory);
  app.decorate('asCaller', asCaller);
  for (const name of ['caller', 'memory', 'ownProject'] as const) {
    if (!app.hasRequestDecorator(name)) app.decorateRequest(name);
  }
  await app.register((scope) => serve(scope, options), { prefix });
};

async function serve(
  scope: FastifyInstance,
  {
    memory,
    page,
    about = {},
    openapi = false,
    clock = systemClock,
    ...options
  }: Omit<DevaiOptions, 'prefix'>,
): Promise<void> {
  scope.removeAllContentTypeParsers();
  sayWhereJsonIsMalformed(scope);
  scope.setValidatorCompiler(validatorCompiler);
  scope.setSerializerCompiler(serializerCompiler);
  scope.setErrorHandler(answerAsProblem);
  // without a prefix, what is no route is the host's
  if (scope.prefix !== '') scope.setNotFoundHandler(answerNoRoute);
  scope.addHook('onRequest', scope.asCaller);
  refuseOtherProjects(scope);
  if (page !== undefined) await servePage(scope, page);
  const {
    agents,
    examine = missing('examine'),
    preview = missing('preview'),
    readDocument = missing('readDocument'),
    models = { show: missing('models'), test: missing('models'), use: missing('models') },
  } = options;
  registerRoutes(scope, {
    ...{ memory, openapi, clock, examine, preview, readDocument, models, ...(agents && { agents }) },
    users: memory.store.users,
    info: {
      storePlace: '',
      offline: () => false,
      models: () => [],
      degraded: () => memory.notices(),
      ...about,
    },
  });
}

const missing = (part: keyof AgentParts) => async (): Promise<never> => {
  throw new HttpError('not_offered', `this server has not given \`${part}\` to @devai/fastify`);
};

export default fastifyPlugin(devai, { name: '@devai/fastify', fastify: '5.x' });
