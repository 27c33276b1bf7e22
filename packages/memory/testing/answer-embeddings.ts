import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { EmbeddingModel } from '../src/ports.ts';
import { countTokens } from '../src/text/tokens.ts';
import type { RecordedRequest, ScriptedEmbeddings } from './scripted-answer.ts';
import { sendFailure } from './send-failure.ts';

const embeddingRequest = z.object({
  model: z.string(),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  dimensions: z.int().optional(),
  encoding_format: z.enum(['float', 'base64']).optional(),
});

/** Answers an embedding request as scripted, by default with the embedder's vectors, in the requested format (floats or base64). */
export async function answerEmbeddings(
  request: RecordedRequest,
  response: ServerResponse,
  embedder: EmbeddingModel,
  answer: ScriptedEmbeddings | null,
): Promise<void> {
  if (answer !== null && ('status' in answer || 'hang' in answer || 'refuse' in answer)) {
    sendFailure(response, answer);
    return;
  }
  const body = answer !== null && 'body' in answer ? answer.body : await plainAnswer(request, embedder);
  if (answer !== null && 'pause' in answer) await pause(answer.pause);
  response.writeHead(200, { 'content-type': 'application/json' });
  if (answer !== null && 'stall' in answer) {
    response.write('{"object":"list","data":[');
    return;
  }
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function plainAnswer(request: RecordedRequest, embedder: EmbeddingModel): Promise<unknown> {
  const { model, input, encoding_format: format } = embeddingRequest.parse(request.body);
  const texts = typeof input === 'string' ? [input] : input;
  const { vectors } = await embedder.embed(texts);
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return {
    object: 'list',
    model,
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding:
        format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector,
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}
