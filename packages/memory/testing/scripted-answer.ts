/** What went over the wire, as it came. `body` is the parsed JSON, undefined when it was none. */
export type RecordedRequest = {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
};

/** How a reply goes wrong on its way. All but `slow` happen after the first half of it was sent. */
export const replyFaults = [
  /** The socket is cut. */
  'cut',
  /** Nothing more comes, and the socket stays open. */
  'stall',
  /** A stream ends without finish_reason and [DONE], politely. */
  'early_end',
  /** Something that is not JSON. */
  'rubbish',
  /** All of it comes, with a pause before each part. */
  'slow',
] as const;
export type ReplyFault = (typeof replyFaults)[number];

export type ScriptedReply = {
  text?: string;
  /** Streamed as `reasoning_content`, before the text. */
  reasoning?: string;
  toolCalls?: { id?: string; name: string; arguments: string }[];
  /** By default `tool_calls` with tool calls, else `stop`. */
  finishReason?: 'stop' | 'length' | 'tool_calls' | 'content_filter';
  usage?: { prompt_tokens: number; completion_tokens: number; cached_tokens?: number };
  fault?: ReplyFault;
  /** Characters of one delta of a stream; 12. */
  deltaLength?: number;
  /** Milliseconds of the pauses of `slow`; 20. */
  pause?: number;
};

export type ScriptedFailure =
  /** An HTTP error with OpenAI's error body. */
  | { status: number; message?: string; headers?: Record<string, string> }
  /** The request is taken and never answered, not even with headers. */
  | { hang: true }
  /** The socket is cut before any answer. */
  | { refuse: true };

/** A string is a reply with that text. */
export type ScriptedAnswer = string | ScriptedReply | ScriptedFailure;

/** For `/embeddings`: a failure, another body, the beginning of a body and then nothing, or a pause before the plain answer. */
export type ScriptedEmbeddings = ScriptedFailure | { body: unknown } | { stall: true } | { pause: number };
