import type { ClientFrame, NumberedFrame } from './frames.ts';

/** Why a server will not serve this client: its stable code, and words for people. */
export type Refusal = { code: string; message: string };

export type SocketEnd = {
  code: number;
  reason: string;
  /** The server rejected this client, and a retry would not help. */
  refusal: Refusal | null;
  /** The name of the host could not be looked up. */
  isUnknownHost: boolean;
};

export type SocketEvents = {
  onOpen: () => void;
  onFrame: (frame: NumberedFrame) => void;
  /** The last event. */
  onClose: (end: SocketEnd) => void;
};

/** One websocket that sends and receives frames. Unknown frames are ignored. */
export type Socket = {
  /** Sends a frame if the socket is open; otherwise `onClose` follows. */
  send(frame: ClientFrame): void;
  /** Calls back when all frames have arrived that are under way now. */
  afterWhatIsUnderWay(callback: () => void): void;
  close(): void;
  /** Drops the connection without a handshake. */
  drop(): void;
};
