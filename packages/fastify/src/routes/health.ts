import { withTimeLimit } from '@devai/memory';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import { counted } from '../counted.ts';
import { describeProblem, HttpError } from '../errors.ts';
import { examination, health, ready } from '../protocol/server.ts';
import { counting, type Routes, type Served } from './routes.ts';

/** Milliseconds for the store to answer: a supervisor may restart a server that takes longer to report its health. */
const storeAnswer = 1_000;

/** How often one address may ask whether the server is ready, whatever else it asks: a probe behind a busy proxy must not fail for that. */
const probes = { max: 600, timeWindow: '1 minute' };

/**
 * `GET /api/health`, always 200 while the process can answer; `GET /api/ready`, 503 while it cannot work; `GET /api/memory/doctor`: what is
 * wrong, and what to do about it.
 */
export function registerHealth(routes: Routes, { operators, info, examine }: Served): void {
  routes.get('/api/health', {
    schema: {
      operationId: 'getHealth',
      summary: 'Says that the server is alive, and what is degraded',
      response: { 200: health },
    },
    handler: async (request): Promise<z.infer<typeof health>> => {
      const jobs = await countJobs(operators, request.log);
      const degraded = [
        ...info.degraded(),
        ...(jobs ? [] : ['the store cannot be reached']),
        ...(jobs && jobs.dead > 0
          ? [
              `${counted(jobs.dead, 'background job')} failed for good; \`pnpm memory jobs retry\` tries again`,
            ]
          : []),
        ...(jobs && jobs.failing > 0
          ? [`${counted(jobs.failing, 'background job')} failed, with tries left`]
          : []),
        ...(await describeJournal(operators)),
      ];
      const { isOperator } = request.caller;
      return {
        status: degraded.length > 0 ? 'degraded' : 'ok',
        store: {
          kind: operators.store.kind,
          place: isOperator ? info.storePlace : '',
          reachable: jobs !== null,
          embedder: operators.store.embedder,
        },
        categories: request.memory.categories,
        offline: info.offline(),
        models: info.models(),
        jobs: isOperator ? jobs : null,
        // what it is, and where, is for the operator
        degraded:
          isOperator || degraded.length === 0 ? degraded : ['the operator of this server sees what is wrong'],
      };
    },
  });
  routes.get('/api/ready', {
    config: { isPublic: true, rateLimit: probes },
    schema: {
      operationId: 'getReady',
      summary: 'Says whether the server can work now: its store answers, and it is not being stopped',
      security: [],
      response: { 200: ready },
    },
    // a server listens when its store is open and migrated, and refuses every request while it stops
    handler: async () => {
      try {
        await withTimeLimit(() => operators.jobs.count(), { milliseconds: storeAnswer });
        return { status: 'ready' as const };
      } catch (cause) {
        throw new HttpError('not_ready', `the store does not answer: ${describeProblem(cause).code}`, {
          cause,
        });
      }
    },
  });
  routes.get('/api/memory/doctor', {
    config: { ...counting, isOperators: true },
    schema: {
      operationId: 'examine',
      summary: 'Checks for problems, and says what to do about each',
      response: { 200: examination },
    },
    handler: async () => ({ checks: await examine() }),
  });
}

async function describeJournal({ sessions }: Served['operators']): Promise<string[]> {
  const { waiting, problem, refused } = await sessions.journal();
  return [
    ...(waiting > 0 ? [`waiting in the journal to be stored: ${counted(waiting, 'message')}`] : []),
    ...(problem === null || waiting > 0 ? [] : ['the journal cannot be stored; the log says why']),
    ...(refused > 0
      ? [`refused by the store and put aside: ${counted(refused, 'message')} of the journal`]
      : []),
  ];
}

async function countJobs({ jobs }: Served['operators'], log: FastifyBaseLogger) {
  try {
    const { open, due, failing, dead } = await withTimeLimit(() => jobs.count(), {
      milliseconds: storeAnswer,
    });
    return { open, due, failing, dead };
  } catch (error) {
    log.warn({ err: error }, 'health: the store cannot be reached');
    return null;
  }
}
