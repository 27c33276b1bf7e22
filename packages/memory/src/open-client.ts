import OpenAI from 'openai';
import type { OpenAIClient } from './openai-client.ts';

/**
 * The host's client as it was made, or a new one, which reads nothing from the environment. Both retry nothing and log nothing. `fetchOf` makes
 * the requests of a new one; undefined: the platform's own fetch. Loads the package `openai`.
 */
export function clientOf(
  { client, apiKey, baseURL }: { client?: OpenAIClient | undefined; apiKey: string; baseURL: string },
  fetchOf: () => typeof globalThis.fetch | undefined,
): OpenAI {
  const policy = { maxRetries: 0, logLevel: 'off' as const };
  if (client) {
    const own = client.withOptions(policy);
    if (isClient(own)) return own;
    throw new TypeError('client: has no chat and no embeddings');
  }
  const fetch = fetchOf();
  return new OpenAI({
    ...policy,
    apiKey,
    baseURL,
    organization: null,
    project: null,
    ...(fetch && { fetch }),
  });
}

const isClient = (value: object): value is OpenAI => 'chat' in value && 'embeddings' in value;
