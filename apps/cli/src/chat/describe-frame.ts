import type { NumberedFrame } from '@devai/api/protocol/frames';
import { note, type Piece } from '../terminal/piece.ts';
import { oneLine } from '../terminal/printable.ts';
import { written } from '../terminal/written.ts';

export type FrameOf<Type extends NumberedFrame['type']> = Extract<NumberedFrame, { type: Type }>;
type Recalled = FrameOf<'memory_recalled'>['memories'][number];

/** Shows a frame that says all by itself; nothing for others. */
export function describeFrame(frame: NumberedFrame): Piece[] {
  switch (frame.type) {
    case 'context_compacted': {
      const [before, after, messages] = [frame.tokensBefore, frame.tokensAfter, frame.messages].map(written);
      const stored = `a summary replaces ${messages} messages, which stay stored`;
      return [note(`context compacted: ${before} → ${after} tokens; ${stored}`)];
    }
    case 'memory_saved': {
      const words = {
        added: frame.by === 'user' ? 'remembered' : 'learned',
        updated: 'memory updated',
        contradicted: 'memory corrected',
        known: 'known already',
      };
      return [note(`${words[frame.action]}: ${oneLine(frame.content, 200)}`)];
    }
    case 'focus_changed':
      return [note(`focus: ${frame.topics.map(({ topic }) => oneLine(topic, 60)).join(', ') || 'none'}`)];
    case 'error':
      return [{ kind: 'error', text: `${oneLine(frame.message, 500)} (${oneLine(frame.code, 40)})` }];
    default:
      return [];
  }
}

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

/** The recalled memories; `verbose` adds ids, reasons and what was left out. */
export function describeRecall(
  { memories, degraded }: FrameOf<'memory_recalled'>,
  verbose: boolean,
): Piece[] {
  const [injected, left] = [true, false].map((wanted) => memories.filter((one) => one.injected === wanted));
  const describe = (what: string, shown: Recalled[] = []): Piece[] =>
    shown.map((memory) => {
      const id = verbose ? `${memory.id.slice(0, 8)} ` : '';
      const reason = verbose ? `; ${oneLine(memory.reason, 160)}` : '';
      return note(`${what}: ${id}${oneLine(memory.content, 160)} (${why(memory)}${reason})`);
    });
  return [
    ...describe('recalled', injected),
    ...(verbose ? describe('left out', left) : []),
    ...(verbose && injected?.length === 0 ? [note('recalled nothing')] : []),
    ...degraded.map((reason) => note(`recall is degraded: ${oneLine(reason, 300)}`)),
  ];
}

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
