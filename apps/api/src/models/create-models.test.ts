import { silentLog } from '@devai/memory/testing';
import { expect, test } from 'vitest';
import { serveModel } from '../../tests/serve-model.ts';
import { createModels, type ProviderSettings } from './create-models.ts';

const server = serveModel();

const question = { messages: [{ role: 'user' as const, content: 'hi' }] };

test('without a provider the offline model answers, and rules do the small model’s work', async () => {
  const models = createModels([], silentLog);
  expect(models).toMatchObject({ offline: true, small: null, names: ['offline'] });
  expect((await models.chat.generate(question)).model).toBe('offline');
});

test('each provider has its own chat and small model, asked in order', async () => {
  const models = createModels([zai(), local()], silentLog);
  expect(models).toMatchObject({ offline: false, names: ['zai/glm-4.7', 'openai/qwen'] });
  server().reply({ status: 401 }, 'from the second');
  expect((await models.chat.generate(question)).content).toBe('from the second');
  server().reply('small');
  await models.small?.generate(question);
  expect(server().chatRequests()).toMatchObject([
    { model: 'glm-4.7' },
    { model: 'qwen' },
    { model: 'glm-4.7-flash' },
  ]);
});

test('each model is asked in the form that it is known to accept', async () => {
  server().reply('{}');
  await createModels([zai()], silentLog).small?.generate({
    ...question,
    schema: { name: 'a', schema: { type: 'object' } },
  });
  expect(server().chatRequests()).toMatchObject([
    { response_format: { type: 'json_object' }, thinking: { type: 'disabled' } },
  ]);
});

test('a local server needs no key and gets max_tokens', async () => {
  server().reply('fine');
  await createModels([local()], silentLog).chat.generate({ ...question, maxOutputTokens: 5 });
  expect(server().chatRequests()).toMatchObject([{ max_tokens: 5 }]);
});

test('the window is the model’s own, or the one that the operator sets', () => {
  const small = { ...local(), chat: { name: 'qwen', contextWindow: 16_000, form: {} } };
  expect(createModels([small], silentLog).chat.contextWindow).toBe(16_000);
  expect(createModels([zai()], silentLog).chat.contextWindow).toBe(200_000);
  expect(createModels([zai(), local()], silentLog).chat.contextWindow).toBe(128_000);
});

const zai = (): ProviderSettings => ({
  name: 'zai',
  apiKey: 'zai-0123456789',
  baseURL: server().baseURL,
  chat: { name: 'glm-4.7', form: { structuredOutput: 'json_object' } },
  small: {
    name: 'glm-4.7-flash',
    form: { structuredOutput: 'json_object', extraBody: { thinking: { type: 'disabled' } } },
  },
});

const local = (): ProviderSettings => ({
  name: 'openai',
  apiKey: undefined,
  baseURL: server().baseURL,
  chat: { name: 'qwen', form: {} },
  small: { name: 'qwen-small', form: {} },
});
