import { rm } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startModelServer } from '../../docs/tests/model-server.ts';
import { tarball, type NpmFolder } from '../npm-folder.ts';
import { compiler, nodes, openHost, resolutions, typeErrors } from './hosts.ts';
import { engines, exampleOf } from './readme-example.ts';

const models = await startModelServer();
afterAll(() => models.close());
const env = {
  OPENAI_API_KEY: 'none',
  OPENAI_BASE_URL: models.url,
  // else the Agents SDK reports each run to OpenAI
  OPENAI_AGENTS_DISABLE_TRACING: '1',
};

/** The examples of docs/adapters.md, by what each imports of this library, and what each prints. */
const examples = [
  ['@devai/memory/openai', /orders are shipped on fridays/i],
  ['@devai/memory/ai-sdk', /orders are shipped on fridays/i],
  ['@devai/memory/openai-agents', /orders are shipped on fridays/i],
  ['@devai/memory/langgraph', /Green tea, without sugar/],
] as const;
const fileOf = (entry: string, extension: string): string => `${entry.split('/').at(-1)}.${extension}`;

let folder: NpmFolder;
beforeAll(async () => {
  const frameworks = ['ai@7', '@ai-sdk/openai@4', '@openai/agents@0.20', '@langchain/langgraph@1'];
  folder = await openHost(tarball('@devai/memory'), ...engines, ...frameworks, ...compiler);
  for (const [entry] of examples) {
    const code = exampleOf('docs/adapters.md', `'${entry}'`);
    await folder.write(fileOf(entry, 'mts'), code);
    await folder.write(fileOf(entry, 'mjs'), stripTypeScriptTypes(code));
  }
});
beforeEach(() => rm(join(folder.path, '.devai'), { recursive: true, force: true }));

it.each(
  Object.keys(nodes).flatMap((node) => examples.map(([entry, prints]) => [entry, node, prints] as const)),
)('the example of %s runs on %s', async (entry, node, prints) => {
  expect(await folder.node([fileOf(entry, 'mjs')], env, nodes[node])).toMatch(prints);
});

it.each(resolutions)('the examples have no type errors: $moduleResolution', async (options) => {
  const files = examples.map(([entry]) => fileOf(entry, 'mts'));
  expect(await typeErrors(folder, files, options)).toBe('');
});

it('a graph of LangGraph takes the store, and its nodes find what was put', async () => {
  await folder.write('graph.mjs', graph);
  for (const node of Object.values(nodes)) {
    expect(await folder.node(['graph.mjs'], {}, node)).toMatch(/^Green tea, without sugar$/m);
  }
});

const graph = `import { createMemory } from '@devai/memory';
import { createLangGraphStore } from '@devai/memory/langgraph';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

const memory = await createMemory({ store: '.devai-graph', users: 'many' });
const store = createLangGraphStore(memory.as('alice'));
const graph = new StateGraph(MessagesAnnotation)
  .addNode('put', async (_, config) => {
    await config.store.put(['preferences'], 'tea', { text: 'Green tea, without sugar' });
    return {};
  })
  .addNode('recall', async (_, config) => {
    const [found] = await config.store.search(['preferences'], { query: 'What do I drink?' });
    return { messages: [{ role: 'assistant', content: found.value.text }] };
  })
  .addEdge(START, 'put')
  .addEdge('put', 'recall')
  .addEdge('recall', END)
  .compile({ store });
const { messages } = await graph.invoke({ messages: [{ role: 'user', content: 'tea?' }] });
console.log(messages.at(-1).content);
await memory.close();
`;
