import { errorCodes, MemoryError } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Problem } from './problems.ts';

/** An error with the status and stable code that a client sees. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}

const statusByCode: Record<MemoryError['code'], number> = {
  invalid_input: 400,
  not_found: 404,
  conflict: 409,
  lease_lost: 409,
  database_unavailable: 503,
  database_locked: 503,
  database_newer: 503,
  database_failed: 500,
  embedding_failed: 502,
  model_failed: 502,
  model_refused: 502,
  malformed_answer: 502,
  closed: 503,
};

/** Codes of the framework's own refusals that a client can do something about; all others are `bad_request`. */
const codeByFastifyCode: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

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

/** An error as a client sees it. Of a fault of the server or of what it depends on only the code is told. */
export function describeProblem(error: unknown): Problem {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const place = error.validationContext ?? 'request';
    const fields = error.validation.map(({ instancePath, message = 'is wrong' }) => ({
      path: `${place}${instancePath.replaceAll('/', '.')}`.replace(/\.$/, ''),
      message,
    }));
    const detail = fields.map(({ path, message }) => `${path}: ${message}`).join('; ');
    return { ...makeProblem(400, 'invalid_input', detail), fields };
  }
  if (error instanceof HttpError) return makeProblem(error.status, error.code, error.message);
  if (error instanceof MemoryError) return describeMemoryError(error);
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (error instanceof Error && typeof status === 'number' && status < 500) {
    const code =
      'code' in error && typeof error.code === 'string' ? codeByFastifyCode[error.code] : undefined;
    const isJson = error instanceof SyntaxError;
    return makeProblem(status, code ?? (isJson ? 'malformed_json' : 'bad_request'), error.message);
  }
  return makeProblem(500, 'internal', 'something failed in the server; its log says what');
}

function describeMemoryError({ code, message }: MemoryError): Problem {
  const status = statusByCode[code];
  const detail = status < 500 ? message : `${errorCodes[code].help} The log of the server says more.`;
  return makeProblem(status, code, detail);
}

const makeProblem = (status: number, code: string, detail: string): Problem => ({
  type: 'about:blank',
  title: code.replaceAll('_', ' '),
  status,
  code,
  detail,
});
