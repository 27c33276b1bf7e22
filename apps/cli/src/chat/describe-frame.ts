import type { NumberedFrame } from '@devai/api/protocol/frames';
import { note, type Piece } from '../terminal/piece.ts';
import { oneLine } from '../terminal/printable.ts';

export type FrameOf<Type extends NumberedFrame['type']> = Extract<NumberedFrame, { type: Type }>;

const count = (value: number): string => value.toLocaleString('en-US');

/** The session that the client has entered. */
export function describeSession({
  session,
  project,
  offline,
  models,
  degraded,
}: FrameOf<'session'>): Piece[] {
  const parts = [
    `session ${session}`,
    project === null ? 'no project' : `project ${oneLine(project, 120)}`,
    offline
      ? 'offline: without a model, replies show what is remembered'
      : models.map((name) => oneLine(name, 60)).join(', '),
  ];
  return [note(parts.join(' · ')), ...degraded.map((reason) => note(`degraded: ${oneLine(reason, 300)}`))];
}

/** The size of a request, and how much of it a prompt cache can reuse. */
export const describeSent = ({ step, bytes, keptBytes }: FrameOf<'context_sent'>): Piece =>
  note(`step ${step}: ${count(bytes)} bytes of context, the first ${count(keptBytes)} as they were before`);

/** The recalled memories; `verbose` adds ids, reasons and what was left out. */
export function describeRecall(
  { memories, degraded }: FrameOf<'memory_recalled'>,
  verbose: boolean,
): Piece[] {
  const injected = memories.filter((memory) => memory.injected);
  const left = verbose ? memories.filter((memory) => !memory.injected) : [];
  const line = (what: string, memory: Recalled): Piece =>
    note(
      verbose
        ? `${what}: ${memory.id.slice(0, 8)} ${oneLine(memory.content, 160)} (${why(memory)}; ${oneLine(memory.reason, 160)})`
        : `${what}: ${oneLine(memory.content, 160)} (${why(memory)})`,
    );
  return [
    ...injected.map((memory) => line('recalled', memory)),
    ...left.map((memory) => line('left out', memory)),
    ...(verbose && injected.length === 0 ? [note('recalled nothing')] : []),
    ...degraded.map((reason) => note(`recall is degraded: ${oneLine(reason, 300)}`)),
  ];
}

type Recalled = FrameOf<'memory_recalled'>['memories'][number];

function why({ legs, similarity, wordScore, importance }: Recalled): string {
  const words = {
    vector: `similar ${similarity?.toFixed(2) ?? ''}`,
    words: `same words ${wordScore?.toFixed(1) ?? ''}`,
    importance: `importance ${importance}`,
    pinned: 'pinned',
    overview: `importance ${importance}`,
  };
  return legs.map((leg) => words[leg].trim()).join(', ') || 'related';
}

export const describeCall = (call: { name: string; arguments: string }): Piece =>
  note(`→ ${oneLine(call.name, 40)} ${oneLine(call.arguments, 120)}`);

export function describeSaved({ content, action, by }: FrameOf<'memory_saved'>): Piece {
  const words = {
    added: by === 'user' ? 'remembered' : 'learned',
    updated: 'memory updated',
    contradicted: 'memory corrected',
    known: 'known already',
  };
  return note(`${words[action]}: ${oneLine(content, 200)}`);
}

export const describeCompaction = (frame: FrameOf<'context_compacted'>): Piece =>
  note(
    `context compacted: ${count(frame.tokensBefore)} → ${count(frame.tokensAfter)} tokens; ` +
      `a summary replaces ${count(frame.messages)} messages, which stay stored`,
  );

export const describeFocus = ({ topics }: FrameOf<'focus_changed'>): Piece =>
  note(`focus: ${topics.map(({ topic }) => oneLine(topic, 60)).join(', ') || 'none'}`);

export const describeError = ({ message, code }: FrameOf<'error'>): Piece => ({
  kind: 'error',
  text: `${oneLine(message, 500)} (${oneLine(code, 40)})`,
});
