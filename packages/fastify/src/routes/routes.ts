import type { Clock, Context, DocumentText, Memory, Session } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginCallbackZod, ZodTypeProvider } from 'fastify-type-provider-zod';
import { anyProblem, bodyProblem } from '../problems.ts';
import type { ConnectedModel, ModelChoice } from '../protocol/model.ts';
import type { Check, ServerInfo } from '../protocol/server.ts';
import type { PreviewInput } from '../protocol/context.ts';
import type { StreamLines } from './stream-lines.ts';

/** The Fastify instance that routes are registered at; zod schemas give the types of their requests and answers. */
export type Routes = Parameters<FastifyPluginCallbackZod>[0];

/** What routes work with. */
export type Served = {
  /** The store as its operator has it; a route of a user takes `request.memory`. */
  operators: Pick<
    Memory,
    'store' | 'stats' | 'transfer' | 'users' | 'decay' | 'reembed' | 'calibrate' | 'scrub' | 'consolidate'
  > & {
    projects: Pick<Memory['projects'], 'delete'>;
    sessions: Pick<Memory['sessions'], 'journal'>;
    jobs: Pick<Memory['jobs'], 'count' | 'retryFailed'>;
  };
  clock: Clock;
  /** Whether the server has more than one user. */
  users: 'one' | 'many';
  streamLines: StreamLines;
  info: Omit<ServerInfo, 'project'>;
} & Pick<AgentParts, 'agents'> &
  Required<Omit<AgentParts, 'agents'>>;

/** What a memory has not itself, and a host may leave out: a request for it is then answered with `not_offered`. */
export type AgentParts = {
  /** Names of the agents that conversations can be handed over to; the first is the default. Absent: any name. */
  agents?: string[];
  /** Shows, tries and replaces the chat model of the server. */
  models?: {
    show: () => ConnectedModel | Promise<ConnectedModel>;
    test: (choice: ModelChoice, signal: AbortSignal) => Promise<{ ok: boolean; said: string }>;
    use: (choice: ModelChoice | null) => Promise<void>;
  };
  /** All checks of the server. */
  examine?: () => Promise<Check[]>;
  /** Turns the bytes of a file into text. Throws `unreadable_document` and `unsupported_document`. */
  readDocument?: (
    bytes: Uint8Array,
    of: { path: string; mediaType?: string | undefined; signal: AbortSignal },
  ) => Promise<DocumentText>;
  /** The context that the agent of a user would be sent for a message. */
  preview?: (
    user: string,
    session: Session,
    input: PreviewInput,
  ) => Promise<{ context: Context; degraded: string[] }>;
};

/** For routes that count all rows: requests a minute from one user or address. */
export const counting = { rateLimit: { max: 60, timeWindow: '1 minute' } };

/** For the operator's routes that go through the whole store: requests a minute from one user or address. */
export const operatorsAlone = {
  isOperators: true,
  rateLimit: { max: 10, timeWindow: '1 minute' },
};

/** Adds to each registered route its tag, the problem answers that every route has, and those of every route with a body. `isHidden`: from a description of the server. */
export function describing(app: FastifyInstance, tag: string, isHidden: boolean): Routes {
  app.addHook('onRoute', ({ schema }) => {
    if (!schema) return;
    schema.tags ??= [tag];
    schema.hide = isHidden;
    schema.response = { ...Object(schema.response), ...anyProblem, ...(schema.body ? bodyProblem : {}) };
  });
  return app.withTypeProvider<ZodTypeProvider>();
}
