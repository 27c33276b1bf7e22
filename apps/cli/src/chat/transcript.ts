import type { NumberedFrame } from '@devai/api/protocol/frames';
import { note, type Piece } from '../terminal/piece.ts';
import { oneLine, printable } from '../terminal/printable.ts';
import {
  describeCall,
  describeContext,
  describeFrame,
  describeRecall,
  describeRequest,
  describeSession,
} from './describe-frame.ts';
import { isContinued, unseenMessages, type FrameOf, type Position } from '@devai/api/protocol/position';

type StoredMessage = FrameOf<'session'>['missed'][number];

const discard: Piece[] = [{ kind: 'discard' }];
const end: Piece[] = [{ kind: 'end' }];
const pieceOf = (text: string): Piece[] => (text === '' ? [] : [{ kind: 'text', text }]);

/** Turns frames into the pieces that a chat shows. Shows every text once, whether it streams, arrives whole or was stored meanwhile. */
export class Transcript {
  /** Also show memories that were left out, and the model's thinking. */
  verbose: boolean;
  /** How many stored messages to show when a session is reopened. */
  readonly #history: number;
  /** Ids of messages that were typed here and are already shown. */
  readonly #own = new Set<string>();
  /** The part of the current step's text that has been shown. */
  #streamed = '';
  /** The client joined in the middle of a step. The text of the step is shown when it arrives whole. */
  #joinedLate = false;
  /** The recall of the last turn that this client saw. */
  #recalled: FrameOf<'memory_recalled'> | null = null;
  /** The last request that this client saw. */
  #context: FrameOf<'context_assembled'> | null = null;
  /** Ids of this turn's tool calls whose call, or result, has been shown. */
  #calls = new Set<string>();
  #results = new Set<string>();

  constructor({ verbose, history }: { verbose: boolean; history: number }) {
    this.verbose = verbose;
    this.#history = history;
  }

  /** Records a message that was typed here, so that it is not shown again. */
  noteOwn(id: string): void {
    this.#own.add(id);
  }

  /** Why each memory was or was not in the prompt of the last turn. */
  explainLastTurn(): Piece[] {
    return this.#recalled
      ? describeRecall(this.#recalled, true)
      : [note('nothing has been asked here yet; `pnpm memory why` explains earlier turns')];
  }

  /** What the model was sent last, by section. */
  describeLastContext(): Piece[] {
    return this.#context
      ? describeContext(this.#context)
      : [note('nothing has been sent to the model here yet')];
  }

  /** The pieces for a new frame. `before` is the client's position before it. */
  show(frame: NumberedFrame, before: Position): Piece[] {
    switch (frame.type) {
      case 'session':
        return this.#enter(frame, before);
      case 'memory_recalled':
        this.#joinedLate = false;
        this.#recalled = frame;
        return describeRecall(frame, this.verbose);
      case 'context_assembled':
        this.#context = frame;
        return [];
      case 'thinking':
        return this.verbose ? [{ kind: 'thinking', text: printable(frame.text) }] : [];
      case 'text_delta':
        return this.#stream(frame);
      case 'tool_call':
        this.#joinedLate = false;
        return this.#endStep([frame]);
      case 'tool_result':
        this.#joinedLate = false;
        this.#streamed = '';
        return this.#showResult(frame);
      case 'message':
        return this.#showMessage(frame, frame.number !== null && frame.number <= before.number);
      default:
        return describeFrame(frame);
    }
  }

  #enter(frame: FrameOf<'session'>, before: Position): Piece[] {
    const isKnown = frame.session === before.session;
    const waiting = frame.approvals.flatMap(describeRequest);
    const opening = [...(isKnown ? [note('connected again')] : describeSession(frame)), ...waiting];
    if (isContinued(before, frame)) return opening;

    const missed = unseenMessages(before, frame);
    const hidden = isKnown ? 0 : Math.max(0, missed.length - this.#history);
    if (!isKnown) this.#endTurn();
    const stored = missed.slice(hidden).flatMap((message) => this.#showStored(message));
    const isCut = this.#streamed !== '';
    this.#streamed = '';
    this.#joinedLate = frame.running;
    return [
      ...opening,
      ...(hidden > 0 ? [note(`… ${hidden} earlier messages`)] : []),
      ...stored,
      ...(isCut ? discard : []),
    ];
  }

  /** Shows a message that was stored while this client was disconnected. */
  #showStored(message: StoredMessage): Piece[] {
    const { id, role, type, content, toolCalls, toolCallId } = message;
    switch (role) {
      case 'user':
        this.#endTurn();
        return type === 'notice' ? [note(oneLine(content, 500))] : this.#showRequest(id, content);
      case 'assistant': {
        if (type === 'notice') return this.#showNotice(content);
        // a step's text was shown before its calls
        const isShown = toolCalls.some((call) => this.#calls.has(call.id));
        const text = isShown ? [] : this.#showReply(content);
        this.#streamed = '';
        return [...text, ...this.#endStep(toolCalls)];
      }
      case 'tool':
        return this.#showResult({ id: toolCallId ?? '', ok: true, content });
      case 'system':
        return [];
    }
  }

  #showRequest(id: string, content: string): Piece[] {
    return this.#own.has(id) ? [] : [{ kind: 'user', text: printable(content) }];
  }

  #stream({ text, reset }: FrameOf<'text_delta'>): Piece[] {
    if (this.#joinedLate) return [];
    const isCut = reset === true && this.#streamed !== '';
    this.#streamed = (reset ? '' : this.#streamed) + text;
    return [...(isCut ? discard : []), ...pieceOf(printable(text))];
  }

  /** Ends a step and shows those of its calls that were not shown yet. */
  #endStep(calls: { id: string; name: string; arguments: string }[]): Piece[] {
    const unseen = calls.filter(({ id }) => !this.#calls.has(id));
    const isCut = unseen.length > 0 && this.#streamed !== '';
    this.#streamed = '';
    for (const { id } of unseen) this.#calls.add(id);
    return [...(isCut ? end : []), ...unseen.map(describeCall)];
  }

  #showResult({ id, ok, content }: { id: string; ok: boolean; content: string }): Piece[] {
    if (this.#results.has(id)) return [];
    this.#results.add(id);
    return [note(`  ${ok ? '=' : '✗'} ${oneLine(content, 100) || 'done'}`)];
  }

  #showMessage({ id, role, content, end: how }: FrameOf<'message'>, isKnown: boolean): Piece[] {
    const isNotice = how === 'cancelled' || how === 'failed';
    let shown: Piece[] = [];
    if (role === 'user') shown = this.#showRequest(id, content);
    else if (!isKnown) shown = isNotice ? this.#showNotice(content) : this.#showReply(content);
    this.#endTurn();
    return isKnown ? [] : shown;
  }

  /** Shows the end of a cancelled or failed turn: the rest of its text, or the host's notice. */
  #showNotice(content: string): Piece[] {
    const isRest = this.#streamed !== '' && restOf(content, this.#streamed) !== null;
    if (isRest) return [...this.#showReply(content), note('(cancelled)')];
    this.#streamed = '';
    return [...end, note(oneLine(content, 2_000))];
  }

  /** Shows the rest of a step's text, or all of it if another text had streamed. */
  #showReply(content: string): Piece[] {
    if (content === '' && this.#streamed === '') return [];
    const rest = restOf(content, this.#streamed);
    this.#streamed = '';
    return [...(rest === null ? discard : []), ...pieceOf(printable(rest ?? content)), ...end];
  }

  #endTurn(): void {
    this.#streamed = '';
    this.#joinedLate = false;
    this.#calls.clear();
    this.#results.clear();
  }
}

/** The part of a text that has not streamed; null if another text did. Ignores surrounding white space. */
function restOf(content: string, streamed: string): string | null {
  const shown = streamed.trimStart();
  const whole = content.trimStart();
  if (whole.startsWith(shown)) return whole.slice(shown.length);
  return whole.trimEnd() === shown.trimEnd() ? '' : null;
}
