import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { createOfflineEmbedder } from '../src/embeddings/offline-embedder.ts';
import type { EmbeddingModel } from '../src/ports.ts';
import { answerChat } from './answer-chat.ts';
import { answerEmbeddings } from './answer-embeddings.ts';
import type { RecordedRequest, ScriptedAnswer, ScriptedEmbeddings } from './scripted-answer.ts';
import { sendFailure } from './send-failure.ts';

export type ScriptedModelServer = Awaited<ReturnType<typeof startScriptedModelServer>>;

type ChatHandler = (request: RecordedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

/**
 * Starts an OpenAI-compatible server on a loopback port that gives scripted answers. `/v1/chat/completions` (streamed or not) answers
 * from a queue, then by a handler; `/v1/embeddings` answers from a queue, else with the offline embedder's vectors. A chat request
 * without a scripted answer gets 400, so that the test fails. Close the server at the end.
 */
export async function startScriptedModelServer({
  embedder = createOfflineEmbedder(),
}: { embedder?: EmbeddingModel } = {}) {
  const requests: RecordedRequest[] = [];
  const chatQueue: { model: string | null; answer: ScriptedAnswer }[] = [];
  const embeddingsQueue: ScriptedEmbeddings[] = [];
  let handler: ChatHandler | null = null;
  let interrupted = 0;

  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) interrupted += 1;
    });
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent)
        sendFailure(response, { status: 400, message: `the script failed: ${String(error)}` });
      else response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');

  return {
    /** The base URL for clients. */
    baseURL: `http://127.0.0.1:${address.port}/v1`,
    /** All requests, in order. */
    requests,
    /** The bodies of the chat requests so far. */
    chatRequests: () =>
      requests.filter(({ path }) => path.endsWith('/chat/completions')).map(({ body }) => body),
    embeddingRequests: () =>
      requests.filter(({ path }) => path.endsWith('/embeddings')).map(({ body }) => body),
    /** Appends answers to chat requests. Each is used once, by the next request of any model. */
    reply(...answers: ScriptedAnswer[]): void {
      chatQueue.push(...answers.map((answer) => ({ model: null, answer })));
    },
    /** Like `reply`, for one model: background work of the small model then does not use the answers for the chat. */
    replyTo(model: string, ...answers: ScriptedAnswer[]): void {
      chatQueue.push(...answers.map((answer) => ({ model, answer })));
    },
    /** Sets a handler that answers chat requests when the queue is empty. */
    replyWith(next: ChatHandler | null): void {
      handler = next;
    },
    /** Appends answers to embedding requests. Each is used once. */
    embed(...answers: ScriptedEmbeddings[]): void {
      embeddingsQueue.push(...answers);
    },
    /** The number of scripted chat and embedding answers that were not used. */
    unused: (): number => chatQueue.length + embeddingsQueue.length,
    /** The number of answers that were not delivered: the client left, or the script cut them. */
    interrupted: (): number => interrupted,
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };

  function takeFor(request: RecordedRequest): ScriptedAnswer | undefined {
    const model = askedModel.safeParse(request.body).data?.model;
    const index = chatQueue.findIndex((entry) => entry.model === null || entry.model === model);
    return index === -1 ? undefined : chatQueue.splice(index, 1)[0]?.answer;
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(request);
    if (request.path.endsWith('/chat/completions')) {
      const scripted = takeFor(request) ?? (await handler?.(request)) ?? nothingScripted;
      await answerChat(request, response, typeof scripted === 'string' ? { text: scripted } : scripted);
    } else if (request.path.endsWith('/embeddings')) {
      await answerEmbeddings(request, response, embedder, embeddingsQueue.shift() ?? null);
    } else {
      sendFailure(response, { status: 404, message: `no route ${request.path}` });
    }
  }
}

const askedModel = z.object({ model: z.string() });

const nothingScripted = { status: 400, message: 'no answer was scripted for this chat request' };

async function readRequest(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: parseJson(Buffer.concat(chunks).toString('utf8')),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
