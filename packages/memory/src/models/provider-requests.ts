import { setTimeout as sleep } from 'node:timers/promises';
import { isLocalAddress } from '../text/local-address.ts';
import type { ChatModel, ModelEvent, ModelReply, ModelRequest } from '../ports.ts';
import { clientOf } from '../open-client.ts';
import { createAcceptedForm } from './accepted-form.ts';
import { commonForm, type RequestForm } from './request-form.ts';
import type { OpenAIClient } from '../openai-client.ts';
import type { OpenAIChatModelSettings } from './openai-chat-model.ts';
import { createAnswerReader } from './openai-answer.ts';
import { done, readParts } from './openai-body.ts';
import { toOpenAIRequest } from './openai-request.ts';
import { toProviderFailure } from './to-provider-failure.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { openDeadline, timeoutsFor } from './request-deadline.ts';

/** Where and as what one model is asked. */
export type Provider = Pick<OpenAIChatModelSettings, 'model' | 'form' | 'timeouts' | 'log'> & {
  name: string;
  /** The host's own, of that address. */
  client?: OpenAIClient | undefined;
  baseURL: string;
  apiKey: string;
};

/** Milliseconds for which the usage is waited for, when the model has said that it is at the end. */
const waitForUsage = 1_500;

/** The requests to one model of one provider. Loads the client of OpenAI. */
export async function createProviderRequests(
  settings: Provider,
): Promise<Pick<ChatModel, 'generate' | 'stream'>> {
  const { name, baseURL, apiKey, model } = settings;
  const timeouts = { ...timeoutsFor(baseURL), ...settings.timeouts };
  const client = await clientOf(settings, () =>
    createProviderFetch(Math.max(timeouts.whole, timeouts.first, timeouts.idle)),
  );
  const askInAcceptedForm = createAcceptedForm({ ...commonForm, ...settings.form }, (form) =>
    settings.log?.info({ model: `${name}/${model}`, form }, 'the provider takes requests in another form'),
  );

  return {
    async generate(request) {
      let reply: ModelReply | null = null;
      for await (const event of answer(request, 'whole')) if (event.type === 'reply') ({ reply } = event);
      if (reply === null) throw new Error('the answer has no end');
      return reply;
    },
    stream: (request) => answer(request, 'stream'),
  };

  async function* answer(request: ModelRequest, how: 'whole' | 'stream'): AsyncGenerator<ModelEvent> {
    const timeout = timeouts[how];
    const deadline = openDeadline(request.signal, {
      total: timeout,
      isLoading: isLocalAddress(baseURL),
      ...(how === 'stream' && { parts: timeouts }),
    });
    let rest: AsyncIterator<unknown> | null = null;
    let isWhole = false;
    try {
      const parts = await askInAcceptedForm({
        request,
        bodyOf: (form) => bodyOf(request, form, how),
        send: (form) => send(bodyOf(request, form, how), { signal: deadline.signal, timeout }),
      });
      const reader = createAnswerReader(model, request);
      let isDone = false;
      rest = parts;
      for await (const part of untilFinished(parts, reader)) {
        deadline.touch();
        if (part === done) {
          isDone = true;
          break;
        }
        yield* eventsOf(reader.add(part));
        if (reader.isComplete()) break;
      }
      // an aborted stream ends without an error; then the answer is incomplete
      const { reply, ...last } = reader.finish(isDone);
      yield* eventsOf(last);
      isWhole = true;
      yield { type: 'reply', reply };
    } catch (error) {
      deadline.signal.throwIfAborted();
      throw toProviderFailure(error, apiKey, request);
    } finally {
      if (isWhole && rest) void readOut(rest, () => deadline.close());
      else deadline.close();
    }
  }

  function bodyOf(request: ModelRequest, form: RequestForm, how: 'whole' | 'stream') {
    const body = toOpenAIRequest(request, model, form);
    if (how === 'whole') return body;
    const usage = form.streamUsage ? { stream_options: { include_usage: true } } : {};
    return { ...body, stream: true as const, ...usage };
  }

  /** Waits for the first part, which may be a refusal. */
  async function send(
    body: ReturnType<typeof bodyOf>,
    options: { signal: AbortSignal; timeout: number },
  ): Promise<AsyncIterator<unknown>> {
    const response = await client.chat.completions.create(body, options).asResponse();
    const parts = readParts(response);
    const first = await parts.next();
    return startingWith(first, parts);
  }
}

async function* startingWith(first: IteratorResult<unknown>, rest: AsyncIterable<unknown>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** The parts of an answer. After its end, neither silence nor a cut socket matters. */
async function* untilFinished(parts: AsyncIterator<unknown>, reader: { isFinished: () => boolean }) {
  for (;;) {
    const next = parts.next();
    const part = await (reader.isFinished() ? orNothing(next) : next);
    if (part === null || part.done) return;
    yield part.value;
  }
}

/** Reads what is left of a body, if it ends soon, so that its connection is used again. */
async function readOut(parts: AsyncIterator<unknown>, close: () => void): Promise<void> {
  const part = await orNothing(parts.next());
  if (part === null || part.done) close();
  else await readOut(parts, close);
}

/** A result that comes soon; null if none does. */
async function orNothing<Result>(result: Promise<Result>): Promise<Result | null> {
  const waiting = new AbortController();
  const nothing = () => null;
  try {
    return await Promise.race([
      result.catch(nothing),
      sleep(waitForUsage, null, { signal: waiting.signal }).catch(nothing),
    ]);
  } finally {
    waiting.abort();
  }
}

function* eventsOf(delta: { text: string; thinking: string; reset?: true }): Generator<ModelEvent> {
  if (delta.reset) yield { type: 'reset', reason: 'the text so far was thinking' };
  if (delta.thinking !== '') yield { type: 'thinking_delta', text: delta.thinking };
  if (delta.text !== '') yield { type: 'text_delta', text: delta.text };
}
