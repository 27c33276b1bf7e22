import { isIP } from 'node:net';
import { isAbsolute, join, normalize } from 'node:path';
import { z } from 'zod';
import { approvalPolicies } from './agents/approvals.ts';
import { parseJson } from '@devai/fastify/protocol/json';
import { isCronExpression } from '@devai/memory';
import { extractionInstructions } from '@devai/memory/extraction-instructions';
import { ownCategories } from '@devai/memory/own-categories';
import { leastWindow } from '@devai/memory/models';

/** The port that the server uses, and that clients try, when none is set. */
export const defaultPort = 3000;

const whole = (what: string, least: number, most = Number.MAX_SAFE_INTEGER) => {
  const error = `must be ${what}`;
  return z.coerce.number(error).int(error).min(least, error).max(most, error);
};
const count = whole('a whole number of at least 0', 0);
const window = whole(`a whole number of at least ${leastWindow} tokens`, leastWindow);
const jsonObject = (example: string, { orText }: { orText?: RegExp } = {}) =>
  z.string().transform((text, context) => {
    const given = orText?.test(text) ? text : parseJson(text);
    if (given !== undefined) return given;
    context.addIssue({ code: 'custom', message: `must be a JSON object, such as ${example}` });
    return z.NEVER;
  });
const similarity = 'must be a number from -1 to 1';
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

export const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole('a whole number from 0 to 65535', 0, 65_535).default(defaultPort),
  DEVAI_API_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  DEVAI_METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  DEVAI_ALLOWED_ORIGINS: z.string().default(''),
  DEVAI_USERS: z.enum(['one', 'many']).optional(),
  DEVAI_AUTH_JWKS: httpUrl
    .refine((url) => url.startsWith('https:') || isLoopback(new URL(url).hostname.replaceAll(/[[\]]/g, '')), {
      error: 'must be an https address, because whoever can change the keys on their way can be anybody',
    })
    .optional(),
  DEVAI_AUTH_SECRET: z
    .string()
    .refine((secret) => Buffer.byteLength(secret) >= 32, 'needs at least 32 bytes')
    .optional(),
  DEVAI_AUTH_ISSUER: z.string().optional(),
  DEVAI_AUTH_AUDIENCE: z.string().optional(),
  DEVAI_AUTH_PROJECTS: z.string().optional(),
  WORKSPACE_ROOT: z.string().default('./workspace'),
  DEVAI_DATA: z.string().default('./.devai'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATABASE_SCHEMA: z.string().optional(),
  DATABASE_POOL_SIZE: whole('a whole number from 1 to 1000', 1, 1000).optional(),
  DATABASE_MIGRATE: z.enum(['on', 'off']).default('on'),
  SUPABASE_URL: httpUrl.optional(),
  SUPABASE_SERVICE_ROLE_KEY: z.string().optional(),
  EMBEDDINGS: z.enum(['hash', 'local', 'multilingual', 'openai']).optional(),
  EMBEDDINGS_MODEL_URL: httpUrl.default('https://huggingface.co').transform((url) => url.replace(/\/+$/, '')),
  LLM_PROVIDERS: z.string().optional(),
  DEVAI_PROVIDERS: z.string().optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_CHAT_MODEL: z.string().default('gpt-5.5'),
  OPENAI_SMALL_MODEL: z.string().default('gpt-5.4-mini'),
  OPENAI_CONTEXT_WINDOW: window.optional(),
  OPENAI_EMBEDDING_MODEL: z.string().default('text-embedding-3-small'),
  ZAI_API_KEY: z.string().optional(),
  ZAI_BASE_URL: httpUrl.default('https://api.z.ai/api/paas/v4'),
  ZAI_CHAT_MODEL: z.string().default('glm-4.7'),
  ZAI_SMALL_MODEL: z.string().default('glm-4.7-flash'),
  ZAI_CONTEXT_WINDOW: window.optional(),
  LOOPER_MAX_CONVERSATION_TOKENS: count.default(180_000),
  COMPACTION_TRIGGER_TOKENS: count.default(160_000),
  CONTEXT_PROFILE: z.enum(['cache', 'plain']).default('cache'),
  MEMORY_TOKEN_BUDGET: count.default(3_000),
  FOCUS_TOKEN_BUDGET: count.default(800),
  MEMORY_DECAY_CRON: z
    .string()
    .default('30 3 * * *')
    .refine((value) => isCronExpression(value), 'must be a cron expression such as 30 3 * * *'),
  MEMORY_CONSOLIDATE_CRON: z
    .string()
    .default('0 4 * * 0')
    .refine(
      (value) => value === 'off' || isCronExpression(value),
      'must be a cron expression such as 0 4 * * 0, or off',
    ),
  MEMORY_EXTRACT_EVERY: count.default(20),
  MEMORY_CONCURRENT_JOBS: whole('a whole number above 0', 1).default(4),
  MEMORY_DAILY_TOKEN_LIMIT: whole('a whole number above 0', 1).optional(),
  MEMORY_USER_DAILY_TOKEN_LIMIT: whole('a whole number above 0', 1).optional(),
  MEMORY_RETRIEVAL_THRESHOLD: z.coerce.number(similarity).min(-1, similarity).max(1, similarity).optional(),
  MEMORY_CATEGORIES: jsonObject('{"incident":"what broke, when, and what mended it"}')
    .pipe(ownCategories)
    .default({}),
  EXTRACTION_INSTRUCTIONS: jsonObject('{"*":"Keep what breaks.","billing":"Keep promises."}', {
    // what begins like an object is meant to be one
    orText: /^(?!\s*\{)/u,
  })
    .pipe(extractionInstructions)
    .default({}),
  MEMORY_FILE: z
    .string()
    .refine((path) => path === 'off' || isMemoryFile(path), {
      error:
        'must be off, or a path in the workspace such as memory/memory.md, other than that of RECENT_FOCUS.md',
    })
    .default('off')
    .transform((path) => (path === 'off' ? path : normalize(path))),
  APPROVALS: z.enum(approvalPolicies).default('execute'),
  ALLOW_SHELL: z.enum(['off', 'ask', 'on']).default('off'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/json', {
      error: 'must be http/json: traces are sent as JSON over HTTP, to port 4318 of most collectors',
    })
    .optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
});

/** A relative path that stays in the workspace, and is not the focus file's. */
function isMemoryFile(path: string): boolean {
  const within = normalize(path);
  return (
    !isAbsolute(path) &&
    !within.startsWith('..') &&
    within.endsWith('.md') &&
    within.toLowerCase() !== join('memory', 'recent_focus.md')
  );
}

export type Variables = Record<string, string | undefined>;

export type Values = z.infer<typeof environment>;

/** The environment is wrong. `problems` holds one line for each variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`the configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

export function parse<Schema extends z.ZodType>(schema: Schema, variables: Variables): z.output<Schema> {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

/** Wrong variables are left out of the values, so that the others can be checked too. */
export function parseAll(variables: Variables): {
  values: Values;
  wrong: ReadonlySet<string>;
  problems: string[];
} {
  try {
    return { values: parse(environment, variables), wrong: new Set(), problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { problems } = error;
    const wrong = new Set(problems.map((problem) => /^\w*/u.exec(problem)?.[0] ?? ''));
    const others = Object.fromEntries(Object.entries(variables).filter(([name]) => !wrong.has(name)));
    return { values: parse(environment, others), wrong, problems };
  }
}

/** Whether only this machine can reach the address. A name other than localhost counts as reachable. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

export const hasEndpoint = ({ OPENAI_API_KEY, OPENAI_BASE_URL }: Values): boolean =>
  OPENAI_API_KEY !== undefined || OPENAI_BASE_URL !== undefined;
