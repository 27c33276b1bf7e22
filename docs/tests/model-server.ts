import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Starts an OpenAI-compatible server for the examples of the documentation. It answers a request with a schema by the memory that the
 * conversation in packages/memory/README.md teaches, and any other by its system prompt, so that tests see what the example put there: also as OpenAI's API of responses.
 */
export async function startModelServer(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const answering = request.url?.endsWith('/responses') ? respond(request) : answer(request);
    void answering.then((completion) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(completion));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

type Asked = { model: string; messages: { content: string }[]; response_format?: object };

const learned = {
  memories: [
    { content: 'Deployments go through REST PATCH, not the CLI', category: 'decision', evidence: [3] },
  ],
  session: null,
  decisions: [{ candidate: 1, action: 'add', reason: 'nothing like it is stored' }],
};

async function answer(request: NodeJS.ReadableStream): Promise<object> {
  const asked: Asked = JSON.parse(await text(request));
  const content = asked.response_format ? JSON.stringify(learned) : asked.messages[0]?.content;
  return {
    model: asked.model,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

async function respond(request: NodeJS.ReadableStream): Promise<object> {
  const { model, instructions }: { model: string; instructions: string } = JSON.parse(await text(request));
  const content = [{ type: 'output_text', text: instructions, annotations: [] }];
  return {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model,
    output: [{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content }],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  };
}
