/**
 * The models of the benchmark in a separate process, so that their time and memory do not count as the host's. Checks every chat request. Any message from the parent asks for the timeline.
 */
import { startScriptedModelServer, type ScriptedReply } from '@devai/memory/testing';
import { brokenPairs, chatRequest, createTokenCount, type ChatRequest } from './chat-request.ts';
import { createScript } from './script.ts';
import { now, type FromModelProcess, type Timeline } from './timeline.ts';

/** The most tokens of a chat request. */
const mostTokens = 180_000;

const seen: Timeline = { chats: [], compactions: [], small: {}, problems: [] };
const script = createScript();
const countRequest = createTokenCount();
let firstRequest: string | null = null;
let endedWithCalls = false;

const server = await startScriptedModelServer();
server.replyWith(({ body }) => {
  const from = now();
  // the scripted server records all requests, which takes much memory
  server.requests.length = 0;
  const request = chatRequest.parse(body);
  const schema = request.response_format?.json_schema.name ?? null;
  if (schema === null) return answerChat(request, from);
  seen.small[schema] = (seen.small[schema] ?? 0) + 1;
  const reply = script.answerSmall(schema, request);
  if (schema === 'compaction') seen.compactions.push({ from, to: now() });
  return reply;
});
process.on('message', () => send({ type: 'timeline', timeline: seen }));
process.on('disconnect', () => process.exit(0));
send({ type: 'listening', baseURL: server.baseURL });

function answerChat(request: ChatRequest, from: number): ScriptedReply {
  const { messages } = request;
  const tokens = countRequest(request);
  firstRequest ??= messages.find((message) => message.role === 'user')?.content ?? null;
  const problems = [
    ...(tokens > mostTokens ? [`${tokens} tokens`] : []),
    ...(messages.some(({ role, content }) => role === 'user' && content === firstRequest)
      ? []
      : ['the first request is missing']),
    ...brokenPairs(messages),
  ];
  seen.problems.push(...problems.map((problem) => `request ${seen.chats.length + 1}: ${problem}`));
  const reply = script.answerChat();
  seen.chats.push({ from, to: now(), tokens, messages: messages.length, isNextStep: endedWithCalls });
  endedWithCalls = (reply.toolCalls ?? []).length > 0;
  return reply;
}

function send(message: FromModelProcess): void {
  process.send?.(message);
}
