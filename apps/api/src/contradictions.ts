import { hasEndpoint, isLoopback, type Values } from './environment.ts';
import { hasProvider, isSignedToken } from './users/identity-settings.ts';

/** Says nothing about variables that are `wrong` by themselves. */
export function findContradictions(values: Values, wrong: ReadonlySet<string>): string[] {
  return contradictionsOf(values)
    .filter(({ between }) => !between.some((name) => wrong.has(name)))
    .map(({ problem }) => problem);
}

function contradictionsOf(values: Values): { between: (keyof Values)[]; problem: string }[] {
  const problems: { between: (keyof Values)[]; problem: string }[] = [];
  const add = (between: (keyof Values)[], problem: string) => problems.push({ between, problem });
  if (!isLoopback(values.HOST) && values.DEVAI_API_TOKEN === undefined && !hasProvider(values)) {
    const problem = `DEVAI_API_TOKEN: must be set when HOST (${values.HOST}) is not a loopback address, or DEVAI_AUTH_JWKS or DEVAI_AUTH_SECRET`;
    add(['HOST', 'DEVAI_API_TOKEN', 'DEVAI_AUTH_JWKS', 'DEVAI_AUTH_SECRET'], problem);
  }
  if (values.DEVAI_AUTH_JWKS !== undefined && values.DEVAI_AUTH_SECRET !== undefined) {
    add(
      ['DEVAI_AUTH_JWKS', 'DEVAI_AUTH_SECRET'],
      'DEVAI_AUTH_SECRET: DEVAI_AUTH_JWKS is set too; set one of the two',
    );
  }
  if (values.DEVAI_USERS === 'one' && hasProvider(values)) {
    add(
      ['DEVAI_USERS', 'DEVAI_AUTH_JWKS', 'DEVAI_AUTH_SECRET'],
      'DEVAI_USERS: must be many, or not set, with an identity provider',
    );
  }
  if (values.MEMORY_FILE !== 'off' && (values.DEVAI_USERS === 'many' || hasProvider(values))) {
    add(
      ['MEMORY_FILE', 'DEVAI_USERS', 'DEVAI_AUTH_JWKS', 'DEVAI_AUTH_SECRET'],
      'MEMORY_FILE: must be off, or not set, with many users: the file shows what is known about one person',
    );
  }
  for (const name of ['DEVAI_AUTH_ISSUER', 'DEVAI_AUTH_AUDIENCE', 'DEVAI_AUTH_PROJECTS'] as const) {
    if (values[name] === undefined || hasProvider(values)) continue;
    add(
      [name, 'DEVAI_AUTH_JWKS', 'DEVAI_AUTH_SECRET'],
      `${name}: needs DEVAI_AUTH_JWKS or DEVAI_AUTH_SECRET`,
    );
  }
  if (hasProvider(values) && isSignedToken(values.DEVAI_API_TOKEN ?? '')) {
    add(
      ['DEVAI_API_TOKEN'],
      'DEVAI_API_TOKEN: must not have the form of a token of the identity provider (three parts with dots between)',
    );
  }
  if (values.COMPACTION_TRIGGER_TOKENS >= values.LOOPER_MAX_CONVERSATION_TOKENS) {
    add(
      ['COMPACTION_TRIGGER_TOKENS', 'LOOPER_MAX_CONVERSATION_TOKENS'],
      'COMPACTION_TRIGGER_TOKENS: must be below LOOPER_MAX_CONVERSATION_TOKENS',
    );
  }
  if (values.DATABASE_URL && values.SUPABASE_URL) {
    add(['DATABASE_URL', 'SUPABASE_URL'], 'SUPABASE_URL: DATABASE_URL is set too; set one of the two');
  }
  if ((values.SUPABASE_URL === undefined) !== (values.SUPABASE_SERVICE_ROLE_KEY === undefined)) {
    add(
      ['SUPABASE_URL', 'SUPABASE_SERVICE_ROLE_KEY'],
      'SUPABASE_SERVICE_ROLE_KEY: must be set together with SUPABASE_URL',
    );
  }
  if (values.EMBEDDINGS === 'openai' && !hasEndpoint(values)) {
    add(
      ['EMBEDDINGS', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
      'EMBEDDINGS: openai needs OPENAI_API_KEY or OPENAI_BASE_URL',
    );
  }
  return problems;
}
