import type { ScriptedAnswer, ScriptedModelServer } from '@devai/memory/testing';
import { goodSummary, readRequest } from './compacting-chat.ts';

/** What the small model answers when it finds nothing, by the name of the structured answer that it is asked for. */
export const foundNothing: Record<string, string> = {
  compaction: goodSummary,
  memories: '{"memories":[],"session":null}',
  topic: '{"topic":"","file_paths":[],"directories":[]}',
};

export type Scripted = ScriptedAnswer | (() => ScriptedAnswer | Promise<ScriptedAnswer>);

/** Answers each request with the next answer of the agent that its system prompt names; the small model finds nothing. */
export function scriptAgents(model: ScriptedModelServer, answers: Record<string, Scripted[]>): void {
  model.replyWith(async ({ body }) => {
    const { schema, messages } = readRequest(body);
    if (schema !== null) return foundNothing[schema] ?? unexpected(schema);
    const name = /^# Agent: (\w+)/m.exec(messages[0]?.content ?? '')?.[1]?.toLowerCase() ?? '';
    const answer = answers[name]?.shift() ?? `nothing is scripted for ${name}`;
    return typeof answer === 'function' ? answer() : answer;
  });
}

/** The answer to a request that no test expects. */
export const unexpected = (schema: string): ScriptedAnswer => ({
  status: 400,
  message: `nobody expected a request for ${schema}`,
});
