import type { Turn } from '@devai/fastify/protocol/conversation';
import type { Part, ToolCall } from '@devai/fastify/protocol/parts';
import { note, type Piece } from '../terminal/piece.ts';
import { oneLine, printable } from '../terminal/printable.ts';
import { describeCall } from './describe-frame.ts';

type Text = Extract<Part, { kind: 'text' }>;

const discard: Piece[] = [{ kind: 'discard' }];
const end: Piece[] = [{ kind: 'end' }];
const pieceOf = (text: string): Piece[] => (text === '' ? [] : [{ kind: 'text', text: printable(text) }]);

/** What is new in a conversation. `own`: ids of messages that were typed here and are shown already. */
export function describeChanges(before: Turn[], after: Turn[], own: ReadonlySet<string>): Piece[] {
  const known = new Map(before.map((turn) => [turn.key, turn]));
  return after.flatMap((turn) => {
    const seen = known.get(turn.key);
    if (seen === turn) return [];
    const { question } = turn;
    const isShown = seen !== undefined || question === null || own.has(question.id);
    return [
      ...(isShown ? [] : [{ kind: 'user' as const, text: printable(question.content) }]),
      ...describeParts(seen, turn),
    ];
  });
}

/** A closed text, a note or a handover stays as it is, and in its place among them; one text at most is open. */
function describeParts(seen: Turn | undefined, { parts, end: ending }: Turn): Piece[] {
  const calls = new Map(seen?.parts.flatMap((part) => (part.kind === 'call' ? [[part.id, part]] : [])));
  const how = seen?.end ? null : ending?.how;
  let streamed = seen?.parts.find(isOpen)?.text ?? '';
  let shown = seen?.parts.filter(isSettled).length ?? 0;
  const last = parts.findLast(({ kind }) => kind !== 'thinking' && kind !== 'compacted');
  const pieces: Piece[] = [];
  for (const part of parts) {
    if (isSettled(part) && shown > 0) {
      shown -= 1;
      continue;
    }
    if (part.kind === 'call') pieces.push(...describeStep(calls.get(part.id), part));
    else if (part.kind === 'handover') pieces.push(note(oneLine(part.text, 500)));
    else if (part.kind === 'note') pieces.push(...describeNote(part.text, pieces.at(-1)));
    else if (part.kind === 'text') {
      if (part !== last || !isCut(how)) pieces.push(...describeText(part, streamed));
      else if (how === 'interrupted') pieces.push(...(streamed === '' ? [] : discard));
      else if (streamed === '') pieces.push(...describeNote(part.text, pieces.at(-1)));
      else pieces.push(...describeText(part, streamed), note('(cancelled)'));
      streamed = '';
    }
  }
  return [...pieces, ...(streamed === '' ? [] : discard)];
}

const isOpen = (part: Part): part is Text => part.kind === 'text' && part.isOpen;

const isSettled = (part: Part): boolean =>
  part.kind === 'note' || part.kind === 'handover' || (part.kind === 'text' && !part.isOpen);

const isCut = (how: string | null | undefined): boolean =>
  how === 'cancelled' || how === 'cut' || how === 'failed' || how === 'interrupted';

/** The rest of a text, or all of it if another text had streamed. */
function describeText({ text, isOpen: goesOn }: Text, streamed: string): Piece[] {
  if (text === '' && streamed === '') return [];
  const rest = restOf(text, streamed, goesOn);
  return [...(rest === null ? discard : []), ...pieceOf(rest ?? text), ...(goesOn ? [] : end)];
}

/** The part of a text that has not streamed; null if another text did. The white space around a whole text does not count. */
function restOf(text: string, streamed: string, goesOn: boolean): string | null {
  const [whole, shown] = goesOn ? [text, streamed] : [text.trimStart(), streamed.trimStart()];
  if (whole.startsWith(shown)) return whole.slice(shown.length);
  return !goesOn && whole.trimEnd() === shown.trimEnd() ? '' : null;
}

const describeNote = (text: string, last: Piece | undefined): Piece[] => [
  ...(last?.kind === 'end' ? [] : end),
  note(oneLine(text, 2_000)),
];

const describeStep = (seen: ToolCall | undefined, call: ToolCall): Piece[] => [
  ...(seen ? [] : [describeCall(call)]),
  ...(call.result && !seen?.result ? [describeResult(call.result)] : []),
];

const describeResult = ({ ok, content }: { ok: boolean; content: string }): Piece =>
  note(`  ${ok ? '=' : '✗'} ${oneLine(content, 100) || 'done'}`);
