import {
  MemoryError,
  type ChatMessage,
  type ChatModel,
  type ModelReply,
  type ModelRequest,
} from '@devai/memory';
import { phrasesFor, type OfflinePhrases } from './offline-phrases.ts';

/** Characters of one text delta. */
const deltaLength = 24;

/**
 * Answers without any model or network: shows what memory put into the prompt about the user's message, and carries out plain
 * commands ("read notes.md") through the tools of the request. The same request gives the same reply. Throws `model_refused`
 * when asked for structured output.
 */
export function createOfflineChatModel(): ChatModel {
  return {
    id: 'offline',
    contextWindow: 200_000,
    generate: answer,
    async *stream(request) {
      const reply = await answer(request);
      for (const text of reply.content.match(new RegExp(`[^]{1,${deltaLength}}`, 'gu')) ?? []) {
        request.signal?.throwIfAborted();
        yield { type: 'text_delta', text };
      }
      yield { type: 'reply', reply };
    },
  };
}

async function answer(request: ModelRequest): Promise<ModelReply> {
  request.signal?.throwIfAborted();
  if (request.schema) throw new MemoryError('model_refused', 'the offline model gives no structured answers');
  const { text, call } = await offlineReply(request.messages, request.tools?.map((tool) => tool.name) ?? []);
  return {
    content: text,
    toolCalls: call ? [{ id: nextCallId(request.messages), ...call }] : [],
    model: 'offline',
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
  };
}

/** Calls are numbered within the conversation, so that ids differ and the reply depends on the request alone. */
function nextCallId(messages: ChatMessage[]): string {
  return `offline_${messages.filter((message) => message.role === 'tool').length + 1}`;
}

type OfflineReply = { text: string; call: { name: string; arguments: string } | null };

/** A path in quotes, or one word that looks like a path: it has a dot or a slash. */
const path = String.raw`(?:"(?<quoted>[^"]+)"|(?<bare>(?=\S*[./])[^\s:"]+))`;
const commands: { pattern: RegExp; tool: string }[] = [
  { pattern: new RegExp(`^list files(?: in ${path})?$`, 'iu'), tool: 'list_files' },
  { pattern: new RegExp(`^read ${path}$`, 'iu'), tool: 'read_file' },
  { pattern: new RegExp(String.raw`^write ${path}\s*:[ \t]*\n?(?<content>[^]*)$`, 'iu'), tool: 'write_file' },
];

/** The beginning of a message that asks to forget something. */
const asksToForget = /^(?:(?:please|bitte)\s+)?(?:forget|vergiss)\b|^(?:ช่วย|กรุณา)?ลืม/iu;

/**
 * What the offline model says and calls, from the conversation alone: the result of a command, what was just remembered, a
 * command's call, or what was recalled for the message. The first reply says that it is offline. `tools`: what can be called.
 */
async function offlineReply(messages: ChatMessage[], tools: string[]): Promise<OfflineReply> {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { text: showResult(messages, last), call: null };
  const message = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const call = commandIn(message.trim());
  if (call && tools.includes(call.name)) return { text: '', call };
  const phrases = await phrasesFor(messages);
  const isFirst = !messages.some(({ role }) => role === 'assistant');
  const prompt = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n');
  const parts = [
    answerFrom(prompt, phrases),
    ...(asksToForget.test(message.trim()) ? [phrases.forgetting] : []),
    ...(isFirst ? [phrases.notice] : []),
  ];
  return { text: parts.join('\n\n'), call: null };
}

/** The answer comes first: no words before what is remembered. */
function answerFrom(prompt: string, phrases: OfflinePhrases & { language: string }): string {
  if (bulletsOf(prompt, 'Just remembered').length > 0) return phrases.noted;
  const days = new Intl.DateTimeFormat(phrases.language, { dateStyle: 'long', timeZone: 'UTC' });
  const said = bulletsOf(prompt, 'Said before')
    .slice(0, mostSaid)
    .map((line) => {
      const { date = '', speaker, text = '' } = saidLine.exec(line)?.groups ?? {};
      return `- ${phrases.said(days.format(new Date(date)), speaker === 'The user')}${text}`;
    });
  const lines = [...bulletsOf(prompt, 'Relevant Memories'), ...said];
  const told = lines.length === 1 ? lines.join('').slice(2) : lines.join('\n');
  return [told, ...passagesOf(prompt)].filter((text) => text !== '').join('\n\n') || phrases.nothing;
}

/** The best passages of documents, as the prompt quotes them, each under its title. */
const passagesOf = (prompt: string): string[] =>
  sectionOf(prompt, 'From documents')
    .join('\n')
    .split(/^### /m)
    .slice(1, 1 + mostPassages)
    .map((passage) => passage.trim().replace('\n', '\n\n'));

/** As the memory writes what was said: `- (2026-11-22, a session's name) The user said: "…"`. */
const saidLine = /^- \((?<date>[\d-]{10}).*?\) (?<speaker>The user|You) said: (?<text>".*")$/u;
/** The best are enough for a person; a model reads all. */
const mostSaid = 3;
const mostPassages = 2;

const bulletsOf = (prompt: string, heading: string): string[] =>
  sectionOf(prompt, heading).filter((line) => line.startsWith('- '));

/** The lines of the last section of that name in the prompt: files of the user, which may quote one, stand above. */
function sectionOf(prompt: string, heading: string): string[] {
  const lines = prompt.split('\n');
  const start = lines.findLastIndex((line) => line.startsWith(`## ${heading}`));
  if (start === -1) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^##? /.test(line));
  return rest.slice(0, end === -1 ? rest.length : end);
}

function commandIn(message: string): OfflineReply['call'] {
  for (const { pattern, tool } of commands) {
    const groups = pattern.exec(message)?.groups;
    if (!groups) continue;
    const { quoted, bare, content } = groups;
    const named = quoted ?? bare;
    return { name: tool, arguments: JSON.stringify({ ...(named && { path: named }), content }) };
  }
  return null;
}

/** The call as it was made, then what came of it in a code block, whose fence is longer than any inside. */
function showResult(messages: ChatMessage[], result: Extract<ChatMessage, { role: 'tool' }>): string {
  const call = messages
    .flatMap((one) => (one.role === 'assistant' ? (one.toolCalls ?? []) : []))
    .findLast((one) => one.id === result.toolCallId);
  const longest = Math.max(2, ...Array.from(result.content.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const shown = `${fence}\n${result.content}\n${fence}`;
  return call ? `${call.name} ${call.arguments}\n\n${shown}` : shown;
}
