import { MemoryError } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

/** An error with the status and stable code that a client sees. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const statusByCode: Partial<Record<MemoryError['code'], number>> = {
  invalid_input: 400,
  not_found: 404,
  conflict: 409,
  database_unavailable: 503,
  closed: 503,
  embedding_failed: 502,
  model_failed: 502,
};

type Problem = { type: 'about:blank'; title: string; status: number; code: string; detail: string };

/** Answers every error as problem details (RFC 9457) with a stable `code`. What is unexpected is logged, not shown. */
export function answerErrorsAsProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = describeProblem(error);
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
    return reply.code(problem.status).type('application/problem+json').send(problem);
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .type('application/problem+json')
      .send(
        makeProblem(404, 'no_route', `there is nothing at ${request.method} ${request.url.split('?')[0]}`),
      ),
  );
}

function describeProblem(error: unknown): Problem {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const detail = error.validation.map((one) => `${one.instancePath || 'body'}: ${one.message}`).join('; ');
    return makeProblem(400, 'invalid_input', detail);
  }
  if (error instanceof HttpError) return makeProblem(error.status, error.code, error.message);
  if (error instanceof MemoryError)
    return makeProblem(statusByCode[error.code] ?? 500, error.code, error.message);
  if (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode < 500
  ) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code.toLowerCase() : 'bad_request';
    return makeProblem(error.statusCode, code, error.message);
  }
  return makeProblem(500, 'internal', 'something failed in the server; its log says what');
}

const makeProblem = (status: number, code: string, detail: string): Problem => ({
  type: 'about:blank',
  title: code.replaceAll('_', ' '),
  status,
  code,
  detail,
});
