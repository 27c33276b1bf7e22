import { z } from 'zod';

/** A client of the package `openai`: what it was made with, such as its address, its key and its proxy, is used. */
export type OpenAIClient = {
  readonly baseURL: string;
  readonly apiKey: string | null;
  withOptions(options: object): object;
};

/** Which service is asked: a client of it, or a key with the address that it is for. */
export type OpenAIService =
  | { client: OpenAIClient; apiKey?: never; baseURL?: never }
  | {
      client?: never;
      apiKey: string;
      /** Undefined: OpenAI's own address. */
      baseURL?: string | undefined;
    };

export const openAIClient = z.custom<OpenAIClient>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'withOptions' in value &&
    typeof value.withOptions === 'function' &&
    'baseURL' in value &&
    typeof value.baseURL === 'string',
  { error: 'needs a client of the package openai, as `new OpenAI()` returns it' },
);

export const isOneService = ({
  client,
  apiKey,
  baseURL,
}: Partial<Record<keyof OpenAIService, unknown>>): boolean =>
  client === undefined ? apiKey !== undefined : apiKey === undefined && baseURL === undefined;
export const oneService = {
  error: "needs either a client, or a key and, unless it is OpenAI's own, the address of the service",
  path: ['apiKey'],
};

export const openAIAddress = 'https://api.openai.com/v1';

/** The address and the key of a service. The key of a client may be '' when a function provides it. */
export const addressOf = ({ client, apiKey, baseURL }: OpenAIService): { apiKey: string; baseURL: string } =>
  client
    ? { apiKey: client.apiKey ?? '', baseURL: client.baseURL }
    : { apiKey, baseURL: baseURL ?? openAIAddress };
