import type { OpenAI } from 'openai';
import { explained } from './missing-peer.ts';
import type { OpenAIClient } from './openai-client.ts';

/**
 * The host's client as it was made, or a new one, which reads nothing from the environment. Both retry nothing and log nothing. `fetchOf` makes
 * the requests of a new one, for which the package `openai` is loaded; undefined: the platform's own fetch.
 */
export async function clientOf(
  { client, apiKey, baseURL }: { client?: OpenAIClient | undefined; apiKey: string; baseURL: string },
  fetchOf: () => typeof globalThis.fetch | undefined,
): Promise<OpenAI> {
  const policy = { maxRetries: 0, logLevel: 'off' as const };
  if (client) {
    const own = client.withOptions(policy);
    if (isClient(own)) return own;
    throw new TypeError('client: has no chat and no embeddings');
  }
  const openai = await loadPackage();
  const fetch = fetchOf();
  return new openai.OpenAI({
    ...policy,
    apiKey,
    baseURL,
    organization: null,
    project: null,
    ...(fetch && { fetch }),
  });
}

async function loadPackage() {
  try {
    return await import('openai');
  } catch (error) {
    throw explained('a client of OpenAI and compatible services', error);
  }
}

const isClient = (value: object): value is OpenAI => 'chat' in value && 'embeddings' in value;

/** An error as the client throws it. The client of a host may come from another copy of the package, so the class says nothing. */
export type ApiError = Error & {
  status: unknown;
  headers: Headers | undefined;
  code?: string | null | undefined;
  param?: string | null | undefined;
  type?: string | undefined;
};
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && ['status', 'headers', 'code', 'param', 'type'].every((name) => name in error);

/** Whether the client waited in vain. */
export const isApiTimeout = (error: unknown): boolean =>
  isApiError(error) && error.status === undefined && error.message === 'Request timed out.';

/** An error that was found within an answer, as the client would have thrown it. */
export function apiError(
  status: number | undefined,
  said: { message: string; code?: string; param?: string; type?: string },
  headers: Headers,
): ApiError {
  const { message, code, param, type } = said;
  const error = new Error(status === undefined ? message : `${status} ${message}`);
  return Object.assign(error, { status, headers, code, param, type });
}
