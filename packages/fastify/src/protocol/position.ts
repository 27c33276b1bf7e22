import type { NumberedFrame } from './frames.ts';

export type FrameOf<Type extends NumberedFrame['type']> = Extract<NumberedFrame, { type: Type }>;
type SessionFrame = FrameOf<'session'>;

/** What a client has seen of its session. Sent in `hello`, so that the server sends only the rest. */
export type Position = {
  /** Null before the first `session` frame. */
  session: string | null;
  stream: string | null;
  /** Of the last frame of the stream. */
  sequence: number;
  /** Of the last stored message; 0 for none. */
  number: number;
  /** Nothing of the session is kept. */
  isTemporary: boolean;
};

export const startPosition: Position = {
  session: null,
  stream: null,
  sequence: 0,
  number: 0,
  isTemporary: false,
};

/** Whether a frame was received before. Frames without a sequence number never were. */
export const isSeen = (position: Position, frame: NumberedFrame): boolean =>
  frame.type !== 'session' && frame.sequence !== undefined && frame.sequence <= position.sequence;

/** Whether the frames after a `session` frame continue exactly where this client stopped. */
export const isContinued = (position: Position, frame: SessionFrame): boolean =>
  frame.session === position.session &&
  frame.stream === position.stream &&
  frame.sequence <= position.sequence;

/** The missed messages that this client has not seen yet. */
export function unseenMessages(position: Position, frame: SessionFrame): SessionFrame['missed'] {
  const last = frame.session === position.session ? position.number : 0;
  return frame.missed.filter((message) => message.number > last);
}

/** The position after a frame. */
export function advance(position: Position, frame: NumberedFrame): Position {
  if (frame.type !== 'session') {
    const number = frame.type === 'message' ? (frame.number ?? 0) : 0;
    return {
      ...position,
      sequence: frame.sequence ?? position.sequence,
      number: Math.max(position.number, number),
    };
  }
  const number = frame.session === position.session ? position.number : 0;
  return {
    session: frame.session,
    stream: frame.stream,
    sequence: isContinued(position, frame) ? position.sequence : frame.sequence,
    number: Math.max(number, ...frame.missed.map((message) => message.number)),
    isTemporary: frame.temporary ?? false,
  };
}
