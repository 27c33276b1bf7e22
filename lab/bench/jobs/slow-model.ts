import { setTimeout as pause } from 'node:timers/promises';
import type { ChatModel, ModelReply, ModelRequest } from '../../../packages/memory/src/ports.ts';
import { answerWithFacts } from '../../../packages/memory/testing/fact-answers.ts';
import { foundMemory } from '../../../packages/memory/testing/model-answers.ts';

/** What a user says in a session; the model finds it, and never answers for some users. */
export const statementOf = (user: number, session: number): string =>
  `My locker ${session} of user ${user} is opened by the code ${1_000 + session}, and by no other.`;
const statement = /My locker \d+ of user (\d+) is opened by the code \d+/;

/** A model that answers after some milliseconds, but never for the first `hanging` users behind the busy one. */
export function slowModel({ latency, hanging }: { latency: number; hanging: number }): ChatModel {
  const generate = async ({ messages, schema, signal }: ModelRequest): Promise<ModelReply> => {
    const prompt = messages.map(({ content }) => content).join('\n');
    const [text = '', user = '0'] = statement.exec(prompt) ?? [];
    const isHanging = Number(user) > 0 && Number(user) <= hanging;
    await pause(isHanging ? 1e9 : latency, undefined, signal ? { signal } : {});
    const content =
      schema?.name === 'decisions'
        ? answerWithFacts('decisions', prompt)
        : { memories: [foundMemory(text, [1], { namespace: 'devai/user', category: 'profile' })] };
    return {
      content: JSON.stringify(content),
      toolCalls: [],
      model: 'slow',
      usage: { inputTokens: 2_000, outputTokens: 100, cachedTokens: 0 },
    };
  };
  return {
    id: 'slow',
    contextWindow: 128_000,
    generate,
    async *stream(request) {
      yield { type: 'reply', reply: await generate(request) };
    },
  };
}
