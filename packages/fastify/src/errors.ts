import { errorCodes, MemoryError, type ErrorCode } from '@devai/memory';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { hostErrorCodes, type HostErrorCode, type Problem } from './protocol/problem.ts';

/** A refusal of the host: `code` is stable, `message` is for people. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: HostErrorCode;
  /** For the error handlers of other routes. */
  readonly statusCode: number;

  constructor(code: HostErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
    this.statusCode = hostErrorCodes[code].status;
  }
}

export const statusByCode: Record<MemoryError['code'], number> = {
  invalid_input: 400,
  not_found: 404,
  unreadable_document: 422,
  unsupported_document: 415,
  conflict: 409,
  session_busy: 409,
  lease_lost: 409,
  database_unavailable: 503,
  database_locked: 503,
  database_newer: 503,
  database_outdated: 503,
  database_failed: 500,
  package_missing: 503,
  journal_failed: 503,
  embedding_failed: 502,
  model_failed: 502,
  access_refused: 502,
  model_refused: 502,
  context_too_long: 422,
  malformed_answer: 502,
  closed: 503,
};

/** The refusals of the framework and of the host's plugins; all others below 500 are `bad_request`. */
const codeByFastifyCode: Record<string, HostErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};
const codeByStatus: Record<number, HostErrorCode> = {
  401: 'unauthorized',
  403: 'forbidden',
  429: 'rate_limited',
};

/** The not-found handler. */
export function answerNoRoute({ method, url }: FastifyRequest, reply: FastifyReply): void {
  const problem = describeHostError('no_route', `there is nothing at ${method} ${url.split('?')[0]}`);
  reply.code(problem.status).type('application/problem+json').send(problem);
}

/** Parses JSON bodies as the framework does, and says where one is malformed. */
export function sayWhereJsonIsMalformed(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    // the framework's types allow a promise, which its parser does not return
    void parse(request, text, (error, value) => {
      done(
        error && text !== '' ? new HttpError('malformed_json', faultOf(text), { cause: error }) : error,
        value,
      );
    });
  });
}

function faultOf(text: string): string {
  try {
    JSON.parse(text);
    return 'the body has a key that no object may have: __proto__, or constructor with a prototype';
  } catch (error) {
    return `the body is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The error handler: answers problem details (RFC 9457) with a stable `code`. What is unexpected is logged, not shown. */
export function answerAsProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = describeProblem(error);
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
  reply.code(problem.status).type('application/problem+json').send(problem);
}

/** Describes an error for a client. For a fault of the server, or of what it depends on, only the code and general help are shown. */
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
  if (error instanceof HttpError) return describeHostError(error.code, error.message);
  if (error instanceof MemoryError) return describeMemoryError(error.code, error.message);
  // the library's wait for the store timed out
  if (error instanceof Error && error.name === 'TimeoutError') {
    return describeMemoryError('database_unavailable', error.message);
  }
  if (isRefusal(error)) return describeHostError(codeOfRefusal(error), error.message);
  return describeHostError('internal', 'something failed in the server; its log says what');
}

/** Whether the framework blames the client for an error. */
const isRefusal = (error: unknown): error is Error & { statusCode: number } =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode < 500;

function codeOfRefusal(error: Error & { statusCode: number }): HostErrorCode {
  const known = 'code' in error && typeof error.code === 'string' ? codeByFastifyCode[error.code] : undefined;
  return (
    known ??
    codeByStatus[error.statusCode] ??
    (error instanceof SyntaxError ? 'malformed_json' : 'bad_request')
  );
}

const describeHostError = (code: HostErrorCode, detail: string): Problem =>
  makeProblem(hostErrorCodes[code].status, code, detail);

function describeMemoryError(code: ErrorCode, message: string): Problem {
  const status = statusByCode[code];
  const detail = status < 500 ? message : `${errorCodes[code].help} The server's log says more.`;
  return makeProblem(status, code, detail);
}

const makeProblem = (status: number, code: string, detail: string): Problem => ({
  type: 'about:blank',
  title: code.replaceAll('_', ' '),
  status,
  code,
  detail,
});
