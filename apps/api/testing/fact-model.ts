import {
  answerWithFacts,
  startScriptedModelServer,
  type ScriptedAnswer,
  type ScriptedModelServer,
} from '@devai/memory/testing';
import { z } from 'zod';

const smallModel = 'small';

const chatRequest = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.string().nullish(),
      tool_calls: z.array(z.object({ id: z.string(), function: z.object({ name: z.string() }) })).optional(),
      tool_call_id: z.string().optional(),
    }),
  ),
  /** Absent when the server believes that this provider refuses schemas: then the schema is in the prompt. */
  response_format: z.object({ json_schema: z.object({ name: z.string() }).optional() }).optional(),
  model: z.string(),
});
export type AskedMessages = z.infer<typeof chatRequest>['messages'];

/** What the chat model is asked: all messages, and the last that a user wrote. */
export type Question = { messages: AskedMessages; said: string };

/**
 * A server of models whose small model finds the facts that users state, and whose chat model does as told. `disturb` may answer
 * a request of the small model in place of that.
 */
export async function startFactModel(
  answer: (question: Question) => ScriptedAnswer,
  disturb: () => ScriptedAnswer | null = () => null,
): Promise<ScriptedModelServer> {
  const model = await startScriptedModelServer();
  model.replyWith(({ body }) => {
    model.requests.length = 0; // else all of them stay in memory
    const { messages, response_format: format, model: asked } = chatRequest.parse(body);
    if (asked !== smallModel) return answer({ messages, said: lastOf(messages, 'user') });
    const schema = format?.json_schema?.name ?? schemaIn(messages);
    const disturbed = disturb();
    if (disturbed !== null) return disturbed;
    if (schema === 'topic') return '{"topic":"","file_paths":[],"directories":[]}';
    // a second request has the problem of the first answer after the prompt
    const prompt = messages.findLast(
      ({ content }) => content && /^# (?:Transcript|Candidates)$/m.test(content),
    );
    return JSON.stringify(answerWithFacts(schema, prompt?.content ?? ''));
  });
  return model;
}

const lastOf = (messages: AskedMessages, role: string): string =>
  messages.findLast((message) => message.role === role)?.content ?? '';

const schemaIn = (messages: AskedMessages): string | undefined =>
  ['decisions', 'memories', 'topic'].find((name) =>
    messages.some(({ content }) => content?.includes(`"${name}"`) ?? false),
  );

/**
 * Settings with which a server uses this model. What never begins is given up after 15 seconds: a model of one's own machine may
 * otherwise load for longer than an attack waits.
 */
export const environmentOf = (model: ScriptedModelServer): Record<string, string> => ({
  OPENAI_BASE_URL: model.baseURL,
  OPENAI_API_KEY: 'sk-attack',
  DEVAI_PROVIDERS: JSON.stringify({
    attack: {
      baseURL: model.baseURL,
      chat: { name: 'chat' },
      small: { name: smallModel },
      timeouts: { firstPart: 15 },
    },
  }),
  LLM_PROVIDERS: 'attack',
  LOG_LEVEL: 'warn',
});
export const shortWaits = {
  extraction: { endGrace: 1, idle: 2, minimumCharacters: 0 },
  jobs: { lease: 2, firstDelay: 0.2, longestDelay: 1, attempts: 1_000 },
};
