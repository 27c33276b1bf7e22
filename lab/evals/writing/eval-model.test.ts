import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  startScriptedModelServer,
  type ScriptedModelServer,
} from '../../../packages/memory/testing/index.ts';
import { createEvalModel } from './eval-model.ts';

let server: ScriptedModelServer;
beforeEach(async () => {
  server = await startScriptedModelServer();
});
afterEach(() => server.close());

describe('the model of the eval', () => {
  it('asks for the schema and counts the tokens that the server reports', async () => {
    server.reply({ text: '{}', usage: { prompt_tokens: 7, completion_tokens: 3, cached_tokens: 2 } });
    const reply = await model().generate(request);
    expect(reply).toMatchObject({
      content: '{}',
      usage: { inputTokens: 7, outputTokens: 3, cachedTokens: 2 },
    });
    expect(server.chatRequests()).toMatchObject([
      { response_format: { type: 'json_schema', json_schema: { name: 'memories', strict: true } } },
    ]);
  });

  it('asks a server that accepts no schema for plain JSON from then on', async () => {
    server.reply({ status: 400, message: 'response_format is not supported' }, '{}', '{}');
    const asked = model();
    await asked.generate(request);
    await asked.generate(request);
    const forms = server.chatRequests().map((body) => Object(body).response_format.type);
    expect(forms).toEqual(['json_schema', 'json_object', 'json_object']);
    expect(JSON.stringify(server.chatRequests()[1])).toContain('Answer with JSON of this schema');
  });

  it('never treats a cut answer as complete', async () => {
    server.reply({ text: '{"memories":[', finishReason: 'length' });
    await expect(model().generate(request)).rejects.toMatchObject({ code: 'model_failed' });
  });

  it('says so when the provider refuses the key', async () => {
    server.reply({ status: 401, message: 'wrong key' });
    await expect(model().generate(request)).rejects.toMatchObject({ code: 'model_refused' });
  });

  it('ends with the reason of an aborted signal', async () => {
    server.reply({ hang: true });
    const reason = new Error('stop');
    const signal = AbortSignal.abort(reason);
    await expect(model().generate({ ...request, signal })).rejects.toBe(reason);
  });
});

function model() {
  return createEvalModel({ apiKey: 'none', baseURL: server.baseURL, model: 'small' });
}

const request = {
  messages: [
    { role: 'system' as const, content: 'Extract.' },
    { role: 'user' as const, content: 'Hello' },
  ],
  schema: { name: 'memories', schema: { type: 'object' } },
};
