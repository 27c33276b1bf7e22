import { setTimeout as sleep } from 'node:timers/promises';
import { MemoryError } from '../errors.ts';
import type { ChatModel, Log, ModelEvent, ModelReply, ModelRequest } from '../ports.ts';
import { ProviderFailure } from './provider-failure.ts';

export type RetryPolicy = {
  /** Requests to one provider before the next is asked. */
  attempts: number;
  /** Milliseconds before the second request; doubles with each, and half of it is random. */
  firstDelay: number;
  longestDelay: number;
  /** Milliseconds of the longest `Retry-After` that is respected; a provider that asks for more is skipped. */
  longestRetryAfter: number;
};

const defaultRetryPolicy: RetryPolicy = {
  attempts: 3,
  firstDelay: 500,
  longestDelay: 8_000,
  longestRetryAfter: 20_000,
};

type Run = (provider: ChatModel, request: ModelRequest) => AsyncIterable<ModelEvent>;
type Failure = { provider: ChatModel; failure: MemoryError };

/**
 * One model made of several providers, asked in order. A provider that is busy, down or slow is asked again with growing
 * pauses; after a refusal the next one is asked. Throws one `MemoryError` that names each provider's reason:
 * `access_refused`, `model_refused` or `context_too_long` if that is so for all, otherwise `model_failed`. An aborted signal stops at once and rejects with its reason.
 *
 * In a stream, `reset` comes before another attempt when part of the failed one was already passed on.
 */
export function createModelList(
  providers: ChatModel[],
  log: Log,
  policy: RetryPolicy = defaultRetryPolicy,
): ChatModel {
  return {
    id: providers.map((provider) => provider.id).join(', '),
    // so that the request fits, whichever provider answers
    contextWindow: Math.min(...providers.map((provider) => provider.contextWindow)),
    async generate(request) {
      let reply: ModelReply | null = null;
      for await (const event of ask(request, generateOnly)) if (event.type === 'reply') ({ reply } = event);
      if (reply === null)
        throw new MemoryError('model_failed', 'no model is configured', { isRetryable: false });
      return reply;
    },
    stream: (request) => ask(request, (provider) => provider.stream(request)),
  };

  async function* ask(request: ModelRequest, run: Run): AsyncGenerator<ModelEvent> {
    const failures: Failure[] = [];
    for (const provider of providers) {
      const failure = yield* askProvider(provider, request, run);
      if (failure === null) return;
      failures.push({ provider, failure });
    }
    throw allFailed(failures);
  }

  /** Asks one provider until it answers (returns null) or until asking again is pointless (returns the failure). */
  async function* askProvider(
    provider: ChatModel,
    request: ModelRequest,
    run: Run,
  ): AsyncGenerator<ModelEvent, MemoryError | null> {
    for (let attempt = 1; ; attempt += 1) {
      request.signal?.throwIfAborted();
      let passedOn = false;
      try {
        for await (const event of run(provider, request)) {
          passedOn ||= event.type !== 'reply';
          yield event;
          if (event.type === 'reply') return null;
        }
        throw new ProviderFailure('model_failed', 'ended without a reply');
      } catch (error) {
        request.signal?.throwIfAborted();
        if (!(error instanceof MemoryError)) throw error;
        const delay = delayBeforeRetry(error, attempt, policy);
        log.warn({ model: provider.id, attempt, delay, reason: error.message }, 'model failed');
        const goesOn = delay !== null || provider !== providers.at(-1);
        if (passedOn && goesOn) yield { type: 'reset', reason: `${provider.id} ${error.message}` };
        if (delay === null) return error;
        await pause(delay, request.signal);
      }
    }
  }
}

async function* generateOnly(provider: ChatModel, request: ModelRequest): AsyncGenerator<ModelEvent> {
  yield { type: 'reply', reply: await provider.generate(request) };
}

/** Milliseconds until the same provider is asked again; null: it is not. */
function delayBeforeRetry(error: MemoryError, attempt: number, policy: RetryPolicy): number | null {
  if (!error.isRetryable || attempt >= policy.attempts) return null;
  if (error instanceof ProviderFailure && error.isUnderWay) return null;
  const retryAfter = error instanceof ProviderFailure ? (error.retryAfter ?? 0) : 0;
  if (retryAfter > policy.longestRetryAfter) return null;
  const delay = Math.min(policy.firstDelay * 2 ** (attempt - 1), policy.longestDelay);
  // jitter, so that clients that failed together do not retry together
  return Math.max(delay * (0.5 + Math.random() / 2), retryAfter);
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(milliseconds, undefined, signal ? { signal } : {}).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
}

function allFailed(failures: Failure[]): MemoryError {
  const reasons = failures.map(({ provider, failure }) => `${provider.id} ${failure.message}`).join('; ');
  const isEvery = (code: MemoryError['code']): boolean =>
    failures.every(({ failure }) => failure.code === code);
  const code =
    (['model_refused', 'access_refused', 'context_too_long'] as const).find(isEvery) ?? 'model_failed';
  return new MemoryError(code, `no model answered: ${reasons}`, {
    cause: failures.at(-1)?.failure,
    isRetryable: failures.some(({ failure }) => failure.isRetryable),
    isAway: failures.every(({ failure }) => failure.isAway),
  });
}
