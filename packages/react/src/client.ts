import type { Problem } from '@devai/api/protocol/problem';
import createFetchClient from 'openapi-fetch';
import type { paths } from './openapi.ts';

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

export type Client = ReturnType<typeof createClient>;

/** DevAI's HTTP API with the types of its OpenAPI document. Requests throw `ApiError`. */
export function createClient({ url = location.origin, token = null, onUnauthorized }: ClientOptions = {}) {
  const http = createFetchClient<paths>({ baseUrl: url });
  http.use({
    onRequest({ request }) {
      if (token === null) return;
      try {
        request.headers.set('authorization', `Bearer ${token}`);
      } catch (cause) {
        onUnauthorized?.();
        throw new ApiError(
          'unauthorized',
          'the token contains characters that cannot be sent in a request',
          401,
          {
            cause,
          },
        );
      }
    },
    onError: ({ error }) => new ApiError('no_answer', 'the server does not answer', 0, { cause: error }),
    async onResponse({ response }) {
      if (response.ok) return;
      if (response.status === 401) onUnauthorized?.();
      throw await errorOf(response);
    },
  });
  return { ...http, url, token };
}

async function errorOf(response: Response): Promise<ApiError> {
  const problem: Problem | null = await response.json().catch(() => null);
  const { code = 'no_answer', detail = `the server answered with the status ${response.status}` } =
    problem ?? {};
  return new ApiError(code, detail, response.status);
}

/** The data of an answer; failures were thrown before. */
export async function dataOf<Data>(answer: Promise<{ data?: Data }>): Promise<Data> {
  const { data } = await answer;
  if (data === undefined) throw new ApiError('no_answer', 'the answer is empty', 0);
  return data;
}
