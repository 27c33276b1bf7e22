import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedRequest, ScriptedAnswer } from '@devai/memory/testing';
import { z } from 'zod';
import { readRequest, type ChatRequest } from './compacting-chat.ts';
import { unexpected } from './script-agents.ts';

// A user's week with a small bot, and a model that answers each request of it by its kind and by what it is about.

const turn = z.object({
  said: z.string(),
  topic: z.string(),
  /** The calls of each step. */
  calls: z.array(z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }))),
  reply: z.string(),
});

const found = z.looseObject({
  content: z.string(),
  source: z.string(),
  /** Parts of the messages that say it. */
  evidence: z.array(z.string()),
});

const week = z.object({
  project: z.string(),
  days: z.array(
    z.object({
      at: z.iso.datetime(),
      /** What the user wrote into the workspace before the chat. */
      files: z.record(z.string(), z.string()),
      lines: z.array(turn),
      memories: z.array(found),
      session: z.object({ name: z.string(), summary: z.string() }),
    }),
  ),
  /** The task that another agent is given. */
  delegated: turn,
  /** Which statement takes the place of which, by parts of their text; `text`: with what stays true of the old one. */
  changes: z.array(z.object({ fresh: z.string(), stored: z.string(), text: z.string().optional() })),
});

export const { project, days, delegated, changes } = week.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'week.json'), 'utf8')),
);

const turns = [...days.flatMap(({ lines }) => lines), delegated];
const candidates = days.flatMap(({ memories }) => memories);

/** Answers a request as a careful model does. */
export function answerInTheWeek({ body }: RecordedRequest): ScriptedAnswer {
  const request = readRequest(body);
  const shown = request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  switch (request.schema) {
    case null:
      return chat(request);
    case 'topic':
      return JSON.stringify({ topic: topicOf(shown), file_paths: [], directories: [] });
    case 'memories':
      return JSON.stringify(extract(shown));
    case 'decisions':
      return JSON.stringify({ decisions: decide(shown) });
    case 'answers':
      return JSON.stringify({ answers: answerPairs(shown) });
    default:
      return unexpected(request.schema);
  }
}

/** The next step of the turn that the user's last line began. */
function chat({ messages }: ChatRequest): ScriptedAnswer {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const line = messages[last]?.content ?? '';
  const said = turns.find((one) => line.includes(one.said));
  if (!said) return 'I do not know.';
  const steps = messages.slice(last).filter(({ role }) => role === 'assistant').length;
  const calls = said.calls[steps];
  if (!calls) return said.reply;
  return {
    toolCalls: calls.map((call) => ({
      name: call.name,
      arguments: JSON.stringify(
        call.name === 'forget' ? { id: idOf(call.arguments['id'], messages) } : call.arguments,
      ),
    })),
  };
}

/** The id that a search showed of the memory with a part of a text. */
function idOf(part: unknown, messages: ChatRequest['messages']): string {
  const lines = messages.filter(({ role }) => role === 'tool').flatMap(({ content }) => content.split('\n'));
  const line = lines.find((one) => one.includes(String(part)) && one.includes(', id '));
  return /, id (?<id>[\da-f-]+)\)/u.exec(line ?? '')?.groups?.['id'] ?? 'no id was shown';
}

function topicOf(shown: string): string {
  const said = /^user: (?<said>.*)$/mu.exec(shown)?.groups?.['said'] ?? '';
  return turns.find((one) => said !== '' && one.said.startsWith(said.slice(0, 50)))?.topic ?? '';
}

/** The memories whose last message is in the transcript, with the numbers of their messages. */
function extract(shown: string) {
  const transcript = shown.split(/^# Transcript$/mu).at(-1) ?? '';
  const messages = transcript.split(/^(?=#\d+ )/mu);
  const numberOf = (part: string): number[] =>
    messages.flatMap((text) => (text.includes(part) ? Number(/^#(\d+)/u.exec(text)?.[1]) : [])).slice(0, 1);
  const memories = candidates
    .filter(({ evidence }) => numberOf(evidence.at(-1) ?? '').length > 0)
    .map((one) => ({ ...one, relations: [], evidence: one.evidence.flatMap(numberOf) }));
  const day = days.find(({ lines }) => lines.some(({ said }) => transcript.includes(said)));
  return { memories, session: day?.session ?? null };
}

function decide(shown: string) {
  const [, stored = '', fresh = ''] = shown.split(/^# (?:Memories|Candidates)$/mu);
  const memories = listed(stored);
  return listed(fresh).map(({ number, content }) => {
    const change = changes.find((one) => content.includes(one.fresh));
    const memory = change && memories.find((one) => one.content.includes(change.stored));
    return {
      candidate: number,
      action: memory ? 'update' : 'add',
      memory: memory?.number ?? null,
      earlier_candidate: null,
      text: memory ? (change?.text ?? null) : null,
      reason: memory ? 'it changed' : 'it is new',
    };
  });
}

/** Yes to the changes of the week, and to what the user said. */
function answerPairs(shown: string) {
  const line =
    /^(?<number>\d+)\. new: (?<fresh>"(?:[^"\\]|\\.)*"); (?<of>stored|said): (?<other>"(?:[^"\\]|\\.)*")$/gmu;
  return Array.from(shown.matchAll(line)).map(({ groups }) => {
    const [fresh, other] = [quoted(groups?.['fresh']), quoted(groups?.['other'])];
    const isYes =
      groups?.['of'] === 'said'
        ? isUsers(fresh)
        : changes.some((one) => fresh.includes(one.fresh) && other.includes(one.stored));
    return { pair: Number(groups?.['number']), answer: isYes ? 'yes' : 'no' };
  });
}

const isUsers = (content: string): boolean =>
  candidates.find((one) => one.content === content)?.source === 'user_stated' ||
  changes.some(({ text }) => text === content);

const listed = (text: string) =>
  Array.from(text.matchAll(/^(?<number>\d+)\. (?<content>"(?:[^"\\]|\\.)*")/gmu)).map(({ groups }) => ({
    number: Number(groups?.['number']),
    content: quoted(groups?.['content']),
  }));

const quoted = (json = ''): string => z.string().parse(JSON.parse(json));
