import { z } from 'zod';
import type { Message, ToolCall } from '../types.ts';
import { callArguments } from './call-arguments.ts';
import { emptySections, type SummarySections } from './summary.ts';

/** Characters of a line that is taken over. */
const lineLength = 240;
/** Arguments of a call that are shown, and characters of each: what it was about, not what it wrote. */
const shownArguments = 2;
const argumentLength = 120;
/** Open questions that are kept: older ones have mostly been answered. */
const questions = 5;

/** Words of a choice and its reason, in the languages that the rules of this library know. */
const decisionWords =
  /\b(?:decided|let'?s use|we(?:'ll| will)? use|instead of|rather than|because|entschieden|nehmen wir|wir nehmen|verwenden|statt(?:dessen)?|weil)\b|ตัดสินใจ|ใช้.{0,40}แทน|เพราะ/iu;
/** Words of a rule or a correction: worth keeping when the user says them. */
const correctionWords =
  /\b(?:always|never|must|don'?t|do not|prefer|actually|wrong|not|immer|nie|niemals|muss|nicht|kein|lieber|falsch)\b|เสมอ|อย่า|ห้าม|ต้อง|ไม่/iu;

const resultMetadata = z.object({ ok: z.boolean() });

/**
 * The summary of a session without a model: requests, decisions and corrections in the words of who spoke them,
 * each tool call with its outcome, the last state. Merges into the summary so far. Deterministic; not limited in
 * length: `fitSummary` does that.
 */
export function summariseByRules(messages: Message[], earlier: SummarySections): SummarySections {
  const spoken = messages.filter((message) => message.type !== 'notice' && message.content.trim() !== '');
  const byUser = spoken.filter((message) => message.role === 'user');
  const byAssistant = spoken.filter((message) => message.role === 'assistant');
  const sentences = spoken.filter((message) => message.role !== 'tool').flatMap(sentencesOf);
  const decisions = sentences.filter(
    ({ text, role }) => decisionWords.test(text) || (role === 'user' && correctionWords.test(text)),
  );
  const asked = sentences.filter(({ text }) => /[?？]$/.test(text)).slice(-questions);
  const state = byAssistant.slice(-1).map((message) => shortLine(message.content));
  return {
    ...emptySections(),
    request: distinct([...earlier.request, ...byUser.map((message) => shortLine(message.content))]),
    decisions: distinct([...earlier.decisions, ...decisions.map(({ text }) => text)]),
    work: [...earlier.work, ...callsWithOutcome(messages)],
    // what stood there has been overtaken
    state: state.length > 0 ? state : earlier.state,
    open: asked.length > 0 ? asked.map(({ text }) => text) : earlier.open,
    next: earlier.next,
  };
}

function callsWithOutcome(messages: Message[]): string[] {
  const results = new Map<string, Message>();
  for (const message of messages) {
    if (message.role === 'tool' && message.toolCallId !== null) results.set(message.toolCallId, message);
  }
  const calls = messages.flatMap((message) => message.toolCalls);
  return distinct(calls.map((call) => `${callLine(call)} → ${outcomeOf(results.get(call.id))}`));
}

function callLine(call: ToolCall): string {
  const values = callArguments(call.arguments).slice(0, shownArguments);
  return [call.name, ...values.map(({ value }) => shortLine(value, argumentLength))].join(' ');
}

function outcomeOf(result: Message | undefined): string {
  if (!result) return 'no result';
  const ok = resultMetadata.safeParse(result.metadata).data?.ok;
  const verdict = ok === undefined ? '' : ok ? 'ok: ' : 'failed: ';
  return `${verdict}${shortLine(result.content)}`;
}

const sentencesOf = (message: Message): { text: string; role: Message['role'] }[] =>
  message.content
    .split(/(?<=[.!?。？！])\s+|\n+/u)
    .map((sentence) => ({ text: unmarked(sentence), role: message.role }))
    .filter(({ text }) => text !== '' && text.length <= lineLength);

/** The first line that says something, within its length. */
function shortLine(text: string, length: number = lineLength): string {
  const line = unmarked(text.trim().split('\n')[0] ?? '');
  return line.length > length ? `${line.slice(0, length).toWellFormed().trimEnd()} …` : line;
}

/** Without what makes it a list item or a heading. */
const unmarked = (line: string): string => line.trim().replace(/^(?:[-*+•]|#{1,6}|\d{1,3}[.)])\s+/u, '');

const distinct = (items: string[]): string[] => [...new Set(items)];
