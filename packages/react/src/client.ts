import { asSent, createClient, type Client as Http, type Failure } from '@devai/fastify/protocol/client';

/** Why the server refused or failed: its stable code (docs/errors.md), and words for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;

  constructor(code: string, message: string, status: number, options: ErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.status = status;
  }
}

export type ClientOptions = {
  /** The server's address; absent: the page's origin. */
  url?: string | undefined;
  /** The server's `DEVAI_API_TOKEN`. */
  token?: string | null | undefined;
  /** Called when the server needs a token, or another one. */
  onUnauthorized?: (() => void) | undefined;
};

export type Client = Http<'sent'> & { url: string; token: string | null };

/** DevAI's HTTP API. Requests throw `ApiError`. */
export function connect({ url = location.origin, token = null, onUnauthorized }: ClientOptions = {}): Client {
  const toError = (failure: Failure): ApiError => {
    const error = describe(failure);
    if (error.status === 401) onUnauthorized?.();
    return error;
  };
  return { ...createClient({ url: new URL(url), token, read: asSent, toError }), url, token };
}

function describe(failure: Failure): ApiError {
  switch (failure.kind) {
    case 'bad_token': {
      const message = 'the token contains characters that cannot be sent in a request';
      return new ApiError('unauthorized', message, 401, failure);
    }
    case 'unreachable':
      return new ApiError('no_answer', 'the server does not answer', 0, failure);
    case 'broken':
      return new ApiError('no_answer', 'the answer broke off', 0, failure);
    case 'foreign':
      return new ApiError('no_answer', 'the answer is none of DevAI', 0, failure);
    case 'refused': {
      const { status, problem } = failure;
      const { code = 'no_answer', detail = `the server answered with the status ${status}` } = problem ?? {};
      return new ApiError(code, detail, status);
    }
  }
}
